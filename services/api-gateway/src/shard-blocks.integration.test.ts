import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerSchemaOf } from './testing/answer-schema.test-support.ts';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { openTestStore } from '@tonriver/chain-reader/testing';
import {
  FIRST_SEQNO,
  LAST_SEQNO,
  sampleChain,
  staleRows,
  transactionHash,
} from './testing/sample-chain.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from './testing/test-gateway.test-support.ts';
import { writeRows } from './testing/write-rows.test-support.ts';

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openTestStore();
  await writeRows(store, staleRows);
  await writeRows(store, sampleChain);
  await writeRows(store, { ...sampleChain, watermarks: [{ firstSeqno: FIRST_SEQNO, lastSeqno: LAST_SEQNO }] });
  gateway = await startTestGateway(store);
});

afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

const contract = (path: string): Promise<TestAnswer> => gateway.request(`/api/v3/${path}`);
const deployed = (path: string): Promise<TestAnswer> => gateway.request(`/toncenter/api/v3/${path}`);

/** `workchain:shard:seqno` of every listed block. */
function blocksOf({ status, json }: TestAnswer): string[] {
  expect([status, json['error']]).toEqual([200, undefined]);
  const blocks = json['blocks'] as unknown as { workchain: number; shard: string; seqno: number }[];
  return blocks.map(({ workchain, shard, seqno }) => `${workchain}:${shard}:${seqno}`);
}

function transactionHashes({ json }: TestAnswer): string[] {
  return (json['transactions'] as unknown as { hash: string }[]).map(({ hash }) => hash);
}

describe('masterchainInfo', () => {
  it('names the first and the last block of the indexed range', async () => {
    const { json, headers } = await contract('masterchainInfo');
    expect(json).toMatchObject({ last: { seqno: LAST_SEQNO }, first: { seqno: FIRST_SEQNO } });
    expect(headers.get('x-indexed-seqno')).toBe(String(LAST_SEQNO));
    expect(answerSchemaOf('/v3/masterchainInfo', 'contract').safeParse(json).error).toBeUndefined();
  });

  it('prints shards in the form of the dialect and the short validator hash signed', async () => {
    const block = { validator_list_hash_short: 4_000_000_000 - 2 ** 32, gen_utime: '1700000012' };
    expect((await contract('masterchainInfo')).json['last']).toMatchObject({
      ...block,
      shard: '-9223372036854775808',
      masterchain_block_ref: { workchain: -1, shard: '-9223372036854775808', seqno: 12 },
      prev_blocks: [{ workchain: -1, shard: '-9223372036854775808', seqno: 11 }],
    });
    const { json } = await deployed('masterchainInfo');
    expect(json['last']).toMatchObject({ ...block, shard: '8000000000000000' });
    expect(answerSchemaOf('/v3/masterchainInfo', 'deployed').safeParse(json).error).toBeUndefined();
  });
});

describe('masterchainBlockShards', () => {
  it('lists the masterchain block and every block that it committed, shards as signed numbers', async () => {
    const expected = [
      '-1:8000000000000000:11',
      '0:C000000000000000:101',
      '0:C000000000000000:102',
      '0:4000000000000000:101',
    ];
    expect(blocksOf(await deployed('masterchainBlockShards?seqno=11'))).toEqual(expected);
  });

  it('pages over blocks in the deployed dialect, with 404 behind the end', async () => {
    expect(blocksOf(await deployed('masterchainBlockShards?seqno=11&limit=2&offset=1'))).toEqual([
      '0:C000000000000000:101',
      '0:C000000000000000:102',
    ]);
    const behind = await deployed('masterchainBlockShards?seqno=11&offset=4');
    expect([behind.status, behind.json]).toEqual([404, { code: 404, error: 'blocks not found' }]);
  });

  it('lists blocks in full in the contract and pages over their transactions', async () => {
    const whole = await contract('masterchainBlockShards?seqno=11');
    expect(blocksOf(whole)).toHaveLength(4);
    expect(whole.headers.get('x-total-count')).toBe('3');
    // By workchain, shard, lt: the right shard comes first, for its number is negative.
    const expected = ['spreading', 'twin', 'receiving'].map(transactionHash);
    expect(transactionHashes(whole)).toEqual(expected);
    expect(answerSchemaOf('/v3/masterchainBlockShards', 'contract').safeParse(whole.json).error).toBeUndefined();
    const page = await contract('masterchainBlockShards?seqno=11&limit=1&offset=1');
    expect(transactionHashes(page)).toEqual(expected.slice(1, 2));
    expect(blocksOf(page)).toHaveLength(4);
    expect(page.headers.get('x-total-count')).toBe('3');
    const behind = await contract('masterchainBlockShards?seqno=11&offset=3');
    expect([behind.status, transactionHashes(behind)]).toEqual([200, []]);
  });

  it('prints both predecessors after a merge, and no file hash that is not confirmed', async () => {
    const { json } = await deployed('masterchainBlockShards?seqno=12');
    const merged = (json['blocks'] as unknown as Record<string, unknown>[])[1];
    expect(merged?.['prev_blocks']).toEqual([
      { workchain: 0, shard: 'C000000000000000', seqno: 102 },
      { workchain: 0, shard: '4000000000000000', seqno: 102 },
    ]);
    const eleven = await deployed('masterchainBlockShards?seqno=11');
    expect((eleven.json['blocks'] as unknown as Record<string, unknown>[])[0]?.['file_hash']).toBeNull();
  });

  it('answers an older complete round', async () => {
    expect(blocksOf(await deployed('masterchainBlockShards?seqno=5'))).toEqual(['-1:8000000000000000:5']);
    const { status, json } = await contract('masterchainBlockShards?seqno=5');
    expect([status, json['transactions'], json['address_book']]).toEqual([200, [], {}]);
  });
});

describe('masterchainBlockShardState', () => {
  it('lists the newest block of every shard, also one of an earlier round', async () => {
    const answer = await deployed('masterchainBlockShardState?seqno=12');
    expect(blocksOf(answer)).toEqual(['-1:8000000000000000:12', '0:C000000000000000:103', '0:4000000000000000:101']);
    const earlier = (answer.json['blocks'] as unknown as Record<string, { seqno: number }>[])[2];
    expect(earlier?.['masterchain_block_ref']?.seqno).toBe(11);
  });

  it('leaves out a shard that is still at its zero state', async () => {
    expect(blocksOf(await deployed('masterchainBlockShardState?seqno=5'))).toEqual(['-1:8000000000000000:5']);
  });

  it('has no pages in the deployed dialect, and pages over transactions in the contract', async () => {
    expect(blocksOf(await deployed('masterchainBlockShardState?seqno=12&limit=1&offset=x'))).toHaveLength(3);
    const answer = await contract('masterchainBlockShardState?seqno=12&limit=1&offset=1');
    expect(transactionHashes(answer)).toEqual([transactionHash('receiving')]);
    expect(answer.headers.get('x-total-count')).toBe('2');
  });
});

describe.each(['masterchainBlockShards', 'masterchainBlockShardState'])('%s', (endpoint) => {
  it.each([13, 9, 0, -1, 2_147_483_647])('answers 404 for round %s', async (seqno) => {
    for (const ask of [contract, deployed]) {
      const { status, json } = await ask(`${endpoint}?seqno=${seqno}`);
      expect([status, json]).toEqual([404, { code: 404, error: 'blocks not found' }]);
    }
  });

  it('requires a seqno in the contract; the default is 0 in the deployed dialect', async () => {
    expect([(await contract(endpoint)).status, (await deployed(endpoint)).status]).toEqual([400, 404]);
    expect((await contract(endpoint)).json).toEqual({ code: 400, error: 'seqno is required' });
  });

  it('refuses invalid numbers, and pages out of bounds', async () => {
    const error = 'failed to decode: schema: error converting value for "seqno"';
    expect((await contract(`${endpoint}?seqno=x`)).json).toEqual({ code: 400, error });
    expect((await deployed(`${endpoint}?seqno=x`)).json).toEqual({ code: 422, error });
    expect((await contract(`${endpoint}?seqno=11&limit=1001`)).status).toBe(400);
    expect((await contract(`${endpoint}?seqno=11&limit=0`)).status).toBe(400);
    expect((await contract(`${endpoint}?seqno=11&offset=-1`)).status).toBe(400);
  });
});

it('masterchainBlockShards refuses too large a limit in the deployed dialect and raises too small a one', async () => {
  const { status, json } = await deployed('masterchainBlockShards?seqno=11&limit=1001');
  expect([status, json]).toEqual([422, { code: 422, error: 'limit is not allowed: 1001 > 1000' }]);
  expect(blocksOf(await deployed('masterchainBlockShards?seqno=11&limit=-5&offset=-5'))).toHaveLength(1);
});
