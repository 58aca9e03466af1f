import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import fc from 'fast-check';
import { compareTransactionKeys } from '@tonriver/chain-reader';
import { openTestStore } from '@tonriver/chain-reader/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import {
  FIRST_SEQNO,
  LAST_SEQNO,
  sampleChain,
  transactionHash,
  transactionPlans,
} from '../../testing/sample-chain.test-support.ts';
import { openSampleStore } from '../../testing/sample-store.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from '../../testing/test-gateway.test-support.ts';
import { writeRows } from '../../testing/write-rows.test-support.ts';

const BASES = { contract: '/api', deployed: '/toncenter/api' } as const;
const PATH = '/v3/transactionsByMasterchainBlock';
const names = new Map(transactionPlans.map(({ name }) => [transactionHash(name), name]));

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openSampleStore();
  gateway = await startTestGateway(store);
});

afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

function found({ status, json }: TestAnswer): readonly (string | undefined)[] {
  expect([status, json['error']]).toEqual([200, undefined]);
  return (json['transactions'] as unknown as readonly { hash: string }[]).map(({ hash }) => names.get(hash));
}

/** The names of a round's transactions, oldest first, from all transactions of the chain. */
function namesOfRound(seqno: number): readonly string[] {
  return transactionPlans
    .filter(({ round }) => round === seqno)
    .toSorted((left, right) => compareTransactionKeys({ workchain: 0, ...left }, { workchain: 0, ...right }))
    .map(({ name }) => name);
}

describe.each([...DIALECT_NAMES])('transactionsByMasterchainBlock in the %s dialect', (dialect) => {
  const ask = (query: string): Promise<TestAnswer> => gateway.request(`${BASES[dialect]}${PATH}?${query}`);
  const isContract = dialect === 'contract';

  it('returns the transactions of all blocks of a round, newest first', async () => {
    const answer = await ask('seqno=11');
    expect(found(answer)).toEqual(['twin', 'receiving', 'spreading']);
    expect(answerSchemaOf(PATH, dialect).safeParse(answer.json).error).toBeUndefined();
    expect(Object.keys(answer.json['address_book'] ?? {}).length).toBeGreaterThan(0);
  });

  it('returns each page of the total order, whatever the order and the bounds', async () => {
    const seqnos = fc.integer({ min: FIRST_SEQNO, max: LAST_SEQNO });
    const [limits, offsets] = [fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 5 })];
    await fc.assert(
      fc.asyncProperty(seqnos, limits, offsets, fc.constantFrom('asc', 'desc'), async (seqno, limit, offset, sort) => {
        const all = namesOfRound(seqno);
        const expected = (sort === 'asc' ? all : all.toReversed()).slice(offset, offset + limit);
        expect(found(await ask(`seqno=${seqno}&limit=${limit}&offset=${offset}&sort=${sort}`))).toEqual(expected);
      }),
      { seed: 20, numRuns: 200 },
    );
  });

  it('prints a transaction as transactionsByMessage does', async () => {
    const listed = (await ask('seqno=11')).json['transactions'] as unknown as readonly { hash: string }[];
    const byHash = await gateway.request(
      `${BASES[dialect]}/v3/transactionsByMessage?opcode=0xd53276db&mc_seqno=11&limit=10`,
    );
    expect(byHash.json['transactions']).toEqual(listed);
  });

  it.each([
    ['seqno=13', 'masterchain block 13 not found'],
    ['seqno=9', 'masterchain block 9 not found'],
    ['seqno=0', 'masterchain block 0 not found'],
    ['seqno=-1', 'masterchain block -1 not found'],
  ])('answers 404 for %s, which is not visible', async (query, error) => {
    const { status, json } = await ask(query);
    expect([status, json['error']]).toEqual([404, error]);
  });

  it.each([
    ['seqno=x', 'failed to decode: schema: error converting value for "seqno"'],
    ['seqno=2147483648', 'failed to decode: schema: error converting value for "seqno"'],
    ['seqno=11&sort=up', 'wrong value for sort parameter'],
    ['seqno=11&limit=1001', 'limit is not allowed: 1001 > 1000'],
    ['seqno=11&limit=x', 'failed to decode: schema: error converting value for "limit"'],
    ['seqno=11&offset=x', 'failed to decode: schema: error converting value for "offset"'],
  ])('refuses %s', async (query, error) => {
    const { status, json } = await ask(query);
    expect([status, json['error']]).toEqual([isContract ? 400 : 422, error]);
  });

  it('reads a missing seqno as the dialect does', async () => {
    const { status, json } = await ask('');
    const expected = isContract ? [400, 'seqno is required'] : [404, 'masterchain block 0 not found'];
    expect([status, json['error']]).toEqual(expected);
  });
});

it('fails when a transaction of the round is not stored', async () => {
  // A process can have only one store open. This test is the last one.
  await gateway.stop();
  await store.close();
  store = await openTestStore();
  const isLost = ({ lt }: { readonly lt: bigint }): boolean => lt === 11_000_003n;
  await writeRows(store, {
    ...sampleChain,
    transactions: (sampleChain.transactions ?? []).filter((row) => !isLost(row)),
    watermarks: [{ firstSeqno: FIRST_SEQNO, lastSeqno: LAST_SEQNO }],
  });
  gateway = await startTestGateway(store);
  const { status, json } = await gateway.request(`${BASES.contract}${PATH}?seqno=11`);
  expect([status, json['error']]).toEqual([500, expect.stringContaining('stored data is incomplete')]);
});
