import { describe, expect, it } from '@jest/globals';
import {
  consumerGroupOf,
  deadLetterOf,
  decodeDeadLetter,
  leftOutBytesOf,
  decodeParsedBlock,
  decodeRawBlock,
  EventError,
  type EventRecord,
  encodeParsedBlock,
  encodeRawBlock,
  originalOf,
  recordHashOf,
  type ParsedBlock,
  partitionOfSeqno,
  type RawBlock,
  redrivenMark,
  redrivenOffsetOf,
  topicsOf,
} from './index.ts';

const hash = Buffer.alloc(32, 7).toString('base64');

const rawBlock: RawBlock = {
  workchain: -1,
  shard: '8000000000000000',
  seqno: 42,
  rootHash: 'ab'.repeat(32),
  fileHash: null,
  round: { seqno: 42, index: 0, blockCount: 3, isRangeStart: true },
  boc: new Uint8Array([1, 2, 3]),
};

const parsedBlock: ParsedBlock = {
  round: 42,
  roundIndex: 0,
  roundBlocks: 1,
  isRangeStart: false,
  workchain: 0,
  shard: '8000000000000000',
  seqno: 7,
  rootHash: hash,
  genUtime: 1_700_000_000,
  startLt: '1000000',
  endLt: '18446744073709551615',
  schemaVersion: 6,
  rowVersion: 3,
  digests: {
    blocks: { rows: 1, digest: hash },
    masterchain_shards: { rows: 0, digest: hash },
    transactions: { rows: 1, digest: hash },
    messages: { rows: 1, digest: hash },
  },
  transactions: [
    {
      account: '0a'.repeat(32),
      lt: '1000001',
      hash,
      now: 1_700_000_000,
      in: { hash, norm: null, from: 'account' },
      out: [hash],
      logs: 0,
    },
  ],
};

describe('raw blocks', () => {
  it.each([rawBlock, { ...rawBlock, shard: 'A000000000000000', fileHash: 'cd'.repeat(32), round: null }])(
    'are decoded unchanged',
    (block) => {
      expect(decodeRawBlock(encodeRawBlock(block))).toEqual(block);
    },
  );

  it('are refused when a header is missing or wrong', () => {
    const { headers, value } = encodeRawBlock(rawBlock);
    const { 'root-hash': _, ...without } = headers;

    expect(() => decodeRawBlock({ headers: without, value })).toThrow(/root-hash/);
    expect(() => decodeRawBlock({ headers: { ...headers, 'round-index': '3' }, value })).toThrow(/place/);
    expect(() => decodeRawBlock({ headers: { ...headers, seqno: '-1' }, value })).toThrow(/seqno/);
  });

  it('of one round share a partition', () => {
    expect([0, 7, 8, 15].map((seqno) => partitionOfSeqno(seqno, 8))).toEqual([0, 7, 0, 7]);
  });
});

describe('parsed blocks', () => {
  it('are decoded unchanged', () => {
    expect(decodeParsedBlock(encodeParsedBlock(parsedBlock))).toEqual(parsedBlock);
  });

  const altered: readonly Partial<Record<keyof typeof parsedBlock, unknown>>[] = [
    { round: 'x' },
    { round: -1 },
    { round: 2 ** 32 },
    { seqno: 0.5 },
    { workchain: 2 ** 31 },
    { startLt: '18446744073709551616' },
    { endLt: '9'.repeat(1000) },
    { rootHash: '*'.repeat(44) },
    { schemaVersion: 6, rowVersion: 2 ** 53 },
  ];
  it.each(['not json', '{}', ...altered.map((change) => JSON.stringify({ ...parsedBlock, ...change }))])(
    'that no table could hold are refused as %s',
    (text) => {
      expect(() => decodeParsedBlock({ value: new TextEncoder().encode(text) })).toThrow(/Not a parsed block/);
    },
  );
});

describe('dead letters', () => {
  const record = encodeRawBlock(rawBlock);
  const letter = { code: 'bad_tag', cause: 'tag 12', topic: 't', partition: 3, offset: 99n, parserVersion: 2 };

  it('contain the rejection and the original record', () => {
    const dead = deadLetterOf(record, letter);
    expect(decodeDeadLetter(dead)).toEqual({ ...letter, recordHash: recordHashOf(record) });
    expect(originalOf(dead)).toEqual(record);
  });

  it('contain only the last rejection after another one', () => {
    const again = deadLetterOf(deadLetterOf(record, letter), { ...letter, code: 'bad_value' });
    expect(decodeDeadLetter(again)).toMatchObject({ code: 'bad_value', recordHash: recordHashOf(record) });
    expect(originalOf(again)).toEqual(record);
  });

  it('leave out a record that would be too large, and contain its size', () => {
    const small = { recordBytesMax: 1000 };
    const large = { key: null, value: new Uint8Array(990), headers: { shard: 'x'.repeat(5) } };
    const dead = deadLetterOf(large, letter, small);
    expect(decodeDeadLetter(dead)).toEqual({ ...letter, recordHash: recordHashOf(large) });
    expect(dead).toMatchObject({ key: null, value: new Uint8Array() });
    // The value, the name and the text of the header, and Kafka's framing.
    expect(leftOutBytesOf(dead)).toBe(990 + 5 + 5 + 10);
    const fitting = deadLetterOf({ ...large, value: new Uint8Array(10) }, letter, small);
    expect([originalOf(fitting).value.length, leftOutBytesOf(fitting)]).toEqual([10, undefined]);
  });
});

describe('dead letters of older versions', () => {
  const older = (dead: EventRecord): EventRecord => {
    const { 'dead-letter-record-hash': _, ...headers } = dead.headers;
    return { ...dead, headers };
  };
  const record = encodeRawBlock(rawBlock);
  const story = { code: 'bad_tag', cause: 'tag 12', topic: 't', partition: 3, offset: 99n, parserVersion: 2 };

  it('have no hash, which is computed from the record in them', () => {
    expect(decodeDeadLetter(older(deadLetterOf(record, story)))).toEqual({
      ...story,
      recordHash: recordHashOf(record),
    });
  });

  it('identify a record that they leave out only by its place', () => {
    const letter = decodeDeadLetter(older(deadLetterOf(record, story, { recordBytesMax: 0 })));
    expect(letter).toEqual({ ...story, recordHash: undefined });
  });
});

describe('the hash of a record', () => {
  const record: EventRecord = { key: Buffer.from('k'), value: Buffer.from('v'), headers: { a: '1', b: '2' } };

  it('does not depend on the order of the headers', () => {
    expect(recordHashOf({ ...record, headers: { b: '2', a: '1' } })).toBe(recordHashOf(record));
  });

  it('differs with every part, also if the concatenated parts are equal', () => {
    const others: readonly Partial<EventRecord>[] = [
      { key: null },
      { key: new Uint8Array() },
      { key: Buffer.from('kv'), value: new Uint8Array() },
      { value: Buffer.from('w') },
      { headers: { a: '1' } },
      { headers: { a: '1', b: '3' } },
      { headers: { a1: '', b: '2' } },
    ];
    const hashes = others.map((change) => recordHashOf({ ...record, ...change }));
    expect(new Set([recordHashOf(record), ...hashes]).size).toBe(others.length + 1);
  });
});

describe('records that only look like dead letters', () => {
  const dead = deadLetterOf(encodeRawBlock(rawBlock), {
    code: 'bad_tag',
    cause: 'tag 12',
    topic: 't',
    partition: 3,
    offset: 99n,
    parserVersion: 2,
  });
  it.each([
    ['offset', '-1'],
    ['offset', 'x'],
    ['offset', '9223372036854775808'],
    ['offset', '1'.repeat(10_000)],
    ['partition', '2147483648'],
    ['partition', ''],
    ['parser-version', '0.5'],
    ['record-hash', 'ab'],
  ])('are refused: %s %s', (name, value) => {
    const altered = { ...dead, headers: { ...dead.headers, [`dead-letter-${name}`]: value } };
    expect(() => decodeDeadLetter(altered)).toThrow(EventError);
  });

  it('are not marks either', () => {
    expect(() => redrivenOffsetOf({ headers: { 'dead-letter-redriven': 'x' } })).toThrow(EventError);
  });
});

describe('marks of what was redriven', () => {
  it('refer to the dead letter, and dead letters are not marks', () => {
    expect(redrivenOffsetOf(redrivenMark(7n))).toBe(7n);
    expect(redrivenOffsetOf(encodeRawBlock(rawBlock))).toBeUndefined();
  });
});

describe('topicsOf', () => {
  it('puts the network before every topic name, so that networks can share a broker', () => {
    expect(topicsOf('testnet', { rawPartitions: 8 }).rawBlocks).toMatchObject({
      name: 'testnet.raw-blocks.v1',
      partitions: 8,
    });
  });

  it('names groups after their topic, so that those of two networks never mix', () => {
    const groups = ['mainnet', 'testnet'].map((network) =>
      consumerGroupOf(topicsOf(network, { rawPartitions: 1 }).rawBlocks, 'parser'),
    );
    expect(groups).toEqual(['mainnet.raw-blocks.v1.parser', 'testnet.raw-blocks.v1.parser']);
  });
});
