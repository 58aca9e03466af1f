import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { bytes32, openTestStore } from '@tonriver/chain-reader/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from '../../testing/test-gateway.test-support.ts';
import { allBlocks, compareDrawnRequests, FIRST_SEQNO, WATERMARK, writeBlocks } from './drawn-requests.test-support.ts';

const BASES = { contract: '/api', deployed: '/toncenter/api' } as const;

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openTestStore();
  await writeBlocks(store);
  gateway = await startTestGateway(store, { config: { requestTimeoutMs: 60_000 } });
});

afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

type Shown = {
  readonly workchain: number;
  readonly seqno: number;
  readonly gen_utime: string;
  readonly masterchain_block_ref: { readonly seqno: number };
};

function blocksOf({ status, json }: TestAnswer): readonly Shown[] {
  expect([status, json['error']]).toEqual([200, undefined]);
  return json['blocks'] as unknown as Shown[];
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe.each([...DIALECT_NAMES])('blocks in the %s dialect', (dialect) => {
  const ask = (query: string): Promise<TestAnswer> => gateway.request(`${BASES[dialect]}/v3/blocks?${query}`);
  const badRequest = dialect === 'contract' ? 400 : 422;

  it('answers drawn requests as a filter over all blocks does', async () => {
    const { refusedShare, filledShare } = await compareDrawnRequests(gateway, dialect, 250);
    expect(refusedShare).toBeLessThanOrEqual(0.05);
    expect(filledShare).toBeGreaterThan(0.2);
  }, 120_000);

  it('lists the newest blocks first, of one time the masterchain first, 100 of them, without an address book', async () => {
    const answer = await ask('');
    expect(answerSchemaOf('/v3/blocks', dialect).safeParse(answer.json).error).toBeUndefined();
    expect(Object.keys(answer.json)).toEqual(['blocks']);
    const blocks = blocksOf(answer);
    expect(blocks.length).toBe(100);
    expect(blocks[0]).toMatchObject({ workchain: -1, seqno: WATERMARK });
    const times = blocks.map(({ gen_utime: time }) => Number(time));
    expect(times).toEqual(times.toSorted((left, right) => right - left));
  });

  it('lists no block above the watermark, and none that waits for its round', async () => {
    const [lowest, highest] = [WATERMARK + 1, 1_000];
    expect(blocksOf(await ask(`mc_seqno=${lowest}`))).toEqual([]);
    expect(blocksOf(await ask(`workchain=-1&shard=8000000000000000&seqno=${lowest}`))).toEqual([]);
    const all = blocksOf(await ask('limit=1000'));
    expect(all.filter(({ seqno, masterchain_block_ref: ref }) => ref.seqno > WATERMARK || seqno > highest)).toEqual([]);
    expect(all.length).toBe(allBlocks.filter(({ mcBlockSeqno }) => mcBlockSeqno! <= WATERMARK).length);
  });

  it('finds a block by its root hash and by its file hash, in every form of a hash', async () => {
    for (const [name, hash] of [
      ['root_hash', bytes32('root 30')],
      ['file_hash', bytes32('file 30')],
    ] as const) {
      const base64 = Buffer.from(hash).toString('base64');
      for (const text of [hex(hash), `0x${hex(hash).toUpperCase()}`, encodeURIComponent(base64), base64url(hash)]) {
        expect(blocksOf(await ask(`${name}=${text}`))).toMatchObject([{ workchain: 0, seqno: 30 }]);
      }
    }
  });

  it('finds nothing by a file hash of zeros, which stands for those that are not known', async () => {
    expect(blocksOf(await ask(`file_hash=${'00'.repeat(32)}`))).toEqual([]);
  });

  it('finds blocks by seqno and by shard without the parts of the key before them', async () => {
    expect(blocksOf(await ask('seqno=30')).map(({ workchain }) => workchain)).toEqual([-1, 0]);
    const shard = dialect === 'contract' ? '4611686018427387904' : '4000000000000000';
    const found = blocksOf(await ask(`shard=${shard}&limit=1000`));
    expect(found.map(({ masterchain_block_ref: { seqno } }) => seqno)).toEqual(expect.arrayContaining([21, 30, 40]));
  });

  it('compares both bounds of logical time with start_lt, and includes both bounds', async () => {
    const { startLt, endLt } = allBlocks.find(({ workchain, seqno }) => workchain === -1 && seqno === 33)!;
    expect(blocksOf(await ask(`workchain=-1&start_lt=${startLt}&end_lt=${startLt}`))).toMatchObject([{ seqno: 33 }]);
    expect(blocksOf(await ask(`workchain=-1&start_lt=${startLt + 1n}&end_lt=${endLt}`))).toEqual([]);
  });

  it('prints the blocks of a round as masterchainBlockShards does, member for member', async () => {
    const listed = await gateway.request(`${BASES[dialect]}/v3/masterchainBlockShards?seqno=30`);
    const byWorkchain = (left: Shown, right: Shown): number =>
      left.workchain - right.workchain || left.seqno - right.seqno;
    const found = blocksOf(await ask('mc_seqno=30'));
    expect(found.toSorted(byWorkchain)).toEqual((listed.json['blocks'] as unknown as Shown[]).toSorted(byWorkchain));
  });

  it('answers an empty list where masterchainBlockShards answers 404', async () => {
    for (const seqno of [0, -1, 2_000_000_000]) {
      const listed = await gateway.request(`${BASES[dialect]}/v3/masterchainBlockShards?seqno=${seqno}`);
      expect([listed.status, (await ask(`mc_seqno=${seqno}`)).json]).toEqual([404, { blocks: [] }]);
    }
  });

  it('knows the rounds before the range too', async () => {
    expect(blocksOf(await ask(`mc_seqno=${FIRST_SEQNO - 1}`)).length).toBeGreaterThan(1);
  });

  it('takes times that no block has as bounds', async () => {
    expect(blocksOf(await ask('start_utime=-1&end_utime=4294967296&limit=1')).length).toBe(1);
    expect(blocksOf(await ask('start_utime=4294967296'))).toEqual([]);
    expect(blocksOf(await ask('end_utime=0&sort=asc'))).toEqual([]);
  });

  it('reads limits and offsets at their edges', async () => {
    expect(blocksOf(await ask('limit=1000')).length).toBeGreaterThan(100);
    expect(blocksOf(await ask('offset=199900'))).toEqual([]);
  });

  it.each([
    ['sort=up', 'wrong value for sort parameter'],
    ['limit=1001', 'limit is not allowed: 1001 > 1000'],
    ['seqno=x', 'failed to decode: schema: error converting value for "seqno"'],
    ['seqno=2147483648', 'failed to decode: schema: error converting value for "seqno"'],
    ['workchain=x', 'failed to decode: schema: error converting value for "workchain"'],
    ['shard=x', 'failed to decode: schema: error converting value for "shard"'],
    ['mc_seqno=1.5', 'failed to decode: schema: error converting value for "mc_seqno"'],
    ['root_hash=abc', 'failed to decode: schema: error converting value for "root_hash"'],
    ['file_hash=', 'failed to decode: schema: error converting value for "file_hash"'],
    ['start_utime=x', 'failed to decode: schema: error converting value for "start_utime"'],
    ['end_utime=x', 'failed to decode: schema: error converting value for "end_utime"'],
    ['start_lt=-1', 'failed to decode: schema: error converting value for "start_lt"'],
    ['end_lt=18446744073709551616', 'failed to decode: schema: error converting value for "end_lt"'],
    ['offset=x&limit=y', 'failed to decode: schema: error converting value for "limit" (and 1 other error)'],
  ])('refuses %s', async (query, error) => {
    const { status, json } = await ask(query);
    expect([status, json['error']]).toEqual([badRequest, error]);
  });

  it('refuses an offset for which too many blocks would be looked at', async () => {
    const { status, json } = await ask('offset=200000');
    expect([status, json['error']]).toEqual([
      badRequest,
      expect.stringContaining('more than 200000 blocks would have to be looked at'),
    ]);
  });

  it('reads limits and offsets below their bounds as the dialect does', async () => {
    const [limit, offset] = [await ask('limit=0'), await ask('offset=-1')];
    if (dialect === 'contract') {
      expect([limit.status, limit.json['error']]).toEqual([400, 'limit is not allowed: 0 < 1']);
      expect([offset.status, offset.json['error']]).toEqual([400, 'offset is not allowed: -1 < 0']);
    } else {
      expect(blocksOf(limit).length).toBe(1);
      expect(blocksOf(offset).length).toBe(100);
    }
  });
});

function base64url(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64url');
}
