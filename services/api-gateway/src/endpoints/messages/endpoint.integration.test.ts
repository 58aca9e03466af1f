import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { bytes32, openTestStore } from '@tonriver/chain-reader/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import {
  accounts,
  bodies,
  FIRST_SEQNO,
  LAST_SEQNO,
  type MessageName,
  messageHash,
  sampleChain,
  staleRows,
  transactionHash,
} from '../../testing/sample-chain.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from '../../testing/test-gateway.test-support.ts';
import { writeRows } from '../../testing/write-rows.test-support.ts';

const BASES = { contract: '/api', deployed: '/toncenter/api' } as const;
const NAMES: readonly MessageName[] = ['external', 'first', 'second', 'third', 'fourth', 'log', 'twin', 'partial'];

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openTestStore();
  await writeRows(store, staleRows);
  // Unmerged duplicates: a repeated delivery inserts the same rows once more.
  await writeRows(store, sampleChain);
  await writeRows(store, { ...sampleChain, watermarks: [{ firstSeqno: FIRST_SEQNO, lastSeqno: LAST_SEQNO }] });
  gateway = await startTestGateway(store, { config: { requestTimeoutMs: 60_000 } });
});

afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

type Shown = Readonly<Record<string, unknown>> & { readonly hash: string };

function shown({ status, json }: TestAnswer): readonly Shown[] {
  expect([status, json['error']]).toEqual([200, undefined]);
  return json['messages'] as unknown as Shown[];
}

const names = new Map(NAMES.map((name) => [Buffer.from(messageHash(name), 'hex').toString('base64'), name]));
const found = (answer: TestAnswer): readonly (MessageName | undefined)[] =>
  shown(answer).map(({ hash }) => names.get(hash));
const by = (name: MessageName): string => `msg_hash=${messageHash(name)}`;
const raw = (account: Uint8Array): string => `0:${Buffer.from(account).toString('hex').toUpperCase()}`;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe.each([...DIALECT_NAMES])('messages in the %s dialect', (dialect) => {
  const ask = (query: string): Promise<TestAnswer> => gateway.request(`${BASES[dialect]}/v3/messages?${query}`);
  const badRequest = dialect === 'contract' ? 400 : 422;

  it('lists each message once, by created_lt, an external one that came in by the lt of its transaction', async () => {
    const answer = await ask('');
    expect(answerSchemaOf('/v3/messages', dialect).safeParse(answer.json).error).toBeUndefined();
    const newestFirst = ['log', 'fourth', 'third', 'second', 'twin', 'first', 'external'];
    expect(found(answer)).toEqual(newestFirst);
    expect(found(await ask('sort=asc'))).toEqual(newestFirst.toReversed());
    expect(Object.keys(answer.json)).toEqual(['messages', 'address_book', 'metadata']);
    expect(answer.json['metadata']).toEqual({});
  });

  it('names the transactions that received and sent it, as far as they are visible', async () => {
    expect(shown(await ask(by('first')))).toMatchObject([
      { in_msg_tx_hash: transactionHash('spreading'), out_msg_tx_hash: transactionHash('opening') },
    ]);
    const [external] = shown(await ask(by('external')));
    expect([external?.['in_msg_tx_hash'], external?.['out_msg_tx_hash']]).toEqual([
      transactionHash('opening'),
      undefined,
    ]);
    const [log] = shown(await ask(by('log')));
    expect([log?.['in_msg_tx_hash'], log?.['out_msg_tx_hash']]).toEqual([undefined, transactionHash('spreading')]);
    // Its receiver is above the watermark.
    const [fourth] = shown(await ask(by('fourth')));
    expect([fourth?.['in_msg_tx_hash'], fourth?.['out_msg_tx_hash']]).toEqual([
      undefined,
      transactionHash('spreading'),
    ]);
  });

  it('leaves out messages of blocks that wait for their round', async () => {
    expect(found(await ask(by('partial')))).toEqual([]);
    expect(found(await ask(`destination=${raw(accounts.dave)}`))).toEqual(['twin']);
  });

  it('finds by several hashes, by the normalised hash of an external message, and by the older name', async () => {
    expect(found(await ask(`${by('first')}&${by('second')}`))).toEqual(['second', 'first']);
    expect(found(await ask(`${by('first')},${messageHash('second')}&sort=asc`))).toEqual(['first', 'second']);
    expect(found(await ask(`msg_hash=${hex(bytes32('external normalised'))}`))).toEqual(['external']);
    expect(found(await ask(`hash=${messageHash('first')}`))).toEqual(['first']);
    expect(found(await ask(`msg_hash=${'00'.repeat(32)}`))).toEqual([]);
    expect(found(await ask('msg_hash='))).toEqual([]);
  });

  it('finds by opcode in every form of it, and by the hash of the body', async () => {
    const all = ['fourth', 'third', 'second', 'twin'];
    for (const opcode of ['0xd53276db', 'd53276db', '-718113061']) {
      expect(found(await ask(`opcode=${opcode}`))).toEqual(all);
    }
    expect(found(await ask(`body_hash=${hex(bodies.comment.hash)}`))).toEqual(['first']);
    expect(found(await ask(`body_hash=${hex(bodies.excess.hash)}&opcode=0`))).toEqual([]);
  });

  it('finds by source and destination, of which null is one too', async () => {
    expect(found(await ask(`source=${raw(accounts.bob)}`))).toEqual(['log', 'fourth', 'third', 'second']);
    expect(found(await ask(`destination=${raw(accounts.carol)}`))).toEqual(['third', 'second']);
    expect(found(await ask('source=null'))).toEqual(['external']);
    expect(found(await ask('source=addr_none'))).toEqual(['external']);
    expect(found(await ask('destination=null'))).toEqual([]);
    expect(found(await ask(`destination=${encodeURIComponent('ext$8:FF')}`))).toEqual(['log']);
    expect(found(await ask(`source=${raw(accounts.bob)}&destination=${raw(accounts.carol)}`))).toEqual([]);
  });

  it('keeps or leaves out external messages', async () => {
    expect(found(await ask('only_externals=true'))).toEqual(['log', 'external']);
    expect(found(await ask('exclude_externals=true'))).toEqual(['fourth', 'third', 'second', 'twin', 'first']);
    expect(found(await ask('only_externals=1&exclude_externals=T'))).toEqual([]);
    expect(found(await ask('only_externals=0&exclude_externals=f'))).toHaveLength(7);
  });

  it('tells those that were received from those that were sent by direction', async () => {
    expect(found(await ask('direction=in'))).toEqual(['third', 'second', 'twin', 'first', 'external']);
    expect(found(await ask('direction=out'))).toEqual(['log', 'fourth', 'third', 'second', 'first']);
    expect(found(await ask(`source=${raw(accounts.bob)}&direction=in`))).toEqual([]);
    expect(found(await ask(`destination=${raw(accounts.carol)}&direction=in`))).toEqual(['third', 'second']);
  });

  it('bounds created_lt and created_at, which external messages that came in do not have', async () => {
    expect(found(await ask('opcode=d53276db&start_lt=11000004&end_lt=11000005'))).toEqual(['third', 'second']);
    expect(found(await ask('start_lt=0'))).not.toContain('external');
    expect(found(await ask('end_lt=18446744073709551615'))).not.toContain('external');
    expect(found(await ask('start_utime=-1&end_utime=4294967296'))).not.toContain('external');
    expect(found(await ask('start_utime=4294967296'))).toEqual([]);
    expect(found(await ask('end_utime=0'))).toEqual([]);
  });

  it('pages with limit and offset', async () => {
    const all = found(await ask(''));
    const pages = [];
    for (let offset = 0; offset < 8; offset += 2) pages.push(...found(await ask(`limit=2&offset=${offset}`)));
    expect(pages).toEqual(all);
    expect(found(await ask('offset=1000'))).toEqual([]);
  });

  it('has the sources and destinations in the address book, unless that is switched off', async () => {
    const { json } = await ask(by('external'));
    const [message] = json['messages'] as unknown as readonly { readonly destination: string }[];
    expect(Object.keys(json['address_book'] ?? {})).toEqual([message?.destination]);
    expect((await ask(`${by('external')}&x_no_address_book=true`)).json['address_book']).toEqual({});
  });

  it('prints the raw fee field under the name for the global version of the sender', async () => {
    expect(shown(await ask(by('third')))).toMatchObject([{ ihr_fee: '3', extra_flags: null }]);
  });

  it.each([
    [`hash=${'00'.repeat(32)}&msg_hash=${'00'.repeat(32)}`, 'cannot use both legacy and new message hashes'],
    ['sort=up', 'wrong value for sort parameter'],
    ['limit=1001', 'limit is not allowed: 1001 > 1000'],
    ['direction=both', 'direction should be one of: in, out'],
    ['direction=', 'direction should be one of: in, out'],
    ['msg_hash=abc', 'failed to decode: schema: error converting value for index 0 of "msg_hash"'],
    ['body_hash=', 'failed to decode: schema: error converting value for "body_hash"'],
    ['source=abc', 'failed to decode: schema: error converting value for "source"'],
    ['destination=', 'failed to decode: schema: error converting value for "destination"'],
    ['opcode=x', 'failed to decode: schema: error converting value for "opcode"'],
    ['only_externals=yes', 'failed to decode: schema: error converting value for "only_externals"'],
    ['exclude_externals=2', 'failed to decode: schema: error converting value for "exclude_externals"'],
    ['start_lt=-1', 'failed to decode: schema: error converting value for "start_lt"'],
    ['start_utime=x', 'failed to decode: schema: error converting value for "start_utime"'],
  ])('refuses %s', async (query, error) => {
    const { status, json } = await ask(query);
    expect([status, json['error']]).toEqual([badRequest, error]);
  });
});
