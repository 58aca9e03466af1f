import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import { messageHash, transactionHash, transactionPlans } from '../../testing/sample-chain.test-support.ts';
import { openSampleStore } from '../../testing/sample-store.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from '../../testing/test-gateway.test-support.ts';

const BASES = { contract: '/api', deployed: '/toncenter/api' } as const;
const PATH = '/v3/adjacentTransactions';
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

describe.each([...DIALECT_NAMES])('adjacentTransactions in the %s dialect', (dialect) => {
  const ask = (query: string): Promise<TestAnswer> => gateway.request(`${BASES[dialect]}${PATH}?${query}`);
  const isContract = dialect === 'contract';
  const of = (name: string): string => `hash=${encodeURIComponent(transactionHash(name))}`;

  it('finds the sender and the receivers, oldest first, without those above the watermark', async () => {
    const answer = await ask(of('spreading'));
    expect(found(answer)).toEqual(['opening', 'receiving', 'flagged']);
    expect(answerSchemaOf(PATH, dialect).safeParse(answer.json).error).toBeUndefined();
    expect(Object.keys(answer.json['address_book'] ?? {}).length).toBeGreaterThan(0);
  });

  it.each([
    ['spreading', 'in', ['opening']],
    ['spreading', 'out', ['receiving', 'flagged']],
    ['spreading', 'both', ['opening', 'receiving', 'flagged']],
    ['spreading', '', ['opening', 'receiving', 'flagged']],
    ['spreading', 'IN', ['opening', 'receiving', 'flagged']],
    ['opening', 'out', ['spreading']],
    ['receiving', 'in', ['spreading']],
  ])('%s, direction %s', async (name, direction, expected) => {
    expect(found(await ask(`${of(name)}&direction=${direction}`))).toEqual(expected);
  });

  it('has no pages', async () => {
    expect(found(await ask(`${of('spreading')}&limit=1&offset=1&sort=desc`))).toEqual([
      'opening',
      'receiving',
      'flagged',
    ]);
  });

  it('prints a transaction as transactionsByMessage does', async () => {
    const query = `msg_hash=${messageHash('first')}&direction=out`;
    const { json } = await gateway.request(`${BASES[dialect]}/v3/transactionsByMessage?${query}`);
    expect((await ask(`${of('spreading')}&direction=in`)).json['transactions']).toEqual(json['transactions']);
  });

  it.each([
    [of('opening') + '&direction=in', 'of an external message, which nobody sent'],
    [of('twin'), 'of a message whose sender is not indexed'],
    [of('receiving') + '&direction=out', 'without messages'],
    [of('hidden'), 'above the watermark'],
    [`hash=${'00'.repeat(32)}`, 'that does not exist'],
  ])('answers 404 for %s: a transaction %s', async (query) => {
    const { status, json } = await ask(query);
    expect([status, json]).toEqual([404, { code: 404, error: 'adjacent transactions not found' }]);
  });

  it('reads a missing hash as the dialect does, and refuses one that is none', async () => {
    const missing = await ask('');
    expect([missing.status, missing.json['error']]).toEqual(
      isContract ? [400, 'hash is required'] : [404, 'adjacent transactions not found'],
    );
    const wrong = await ask('hash=x');
    expect([wrong.status, wrong.json['error']]).toEqual([
      isContract ? 400 : 422,
      'failed to decode: schema: error converting value for "hash"',
    ]);
  });
});
