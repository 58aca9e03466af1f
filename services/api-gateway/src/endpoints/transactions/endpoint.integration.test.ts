import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { BlockRow } from '@tonriver/row-schema';
import { bytes32, openTestStore } from '@tonriver/chain-reader/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import {
  accounts,
  bodies,
  FIRST_SEQNO,
  LAST_SEQNO,
  messageHash,
  sampleChain,
  staleRows,
  transactionHash,
  transactionPlans,
} from '../../testing/sample-chain.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from '../../testing/test-gateway.test-support.ts';
import { writeRows } from '../../testing/write-rows.test-support.ts';

const BASES = { contract: '/api', deployed: '/toncenter/api' } as const;
const PATH = '/v3/transactions';
const names = new Map(transactionPlans.map(({ name }) => [transactionHash(name), name]));
const ALL = ['flagged', 'twin', 'receiving', 'spreading', 'opening'];

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openTestStore();
  const { transactions, messages } = staleRows;
  await writeRows(store, { transactions: transactions ?? [], messages: messages ?? [] });
  // Unmerged duplicates: a repeated delivery inserts the same rows once more.
  const chain = { ...sampleChain, blocks: (sampleChain.blocks ?? []).map(withTimesOfRound) };
  await writeRows(store, chain);
  await writeRows(store, { ...chain, watermarks: [{ firstSeqno: FIRST_SEQNO, lastSeqno: LAST_SEQNO }] });
  gateway = await startTestGateway(store);
});

/** Shard blocks of the sample chain have other times than their transactions. */
function withTimesOfRound(block: BlockRow): BlockRow {
  const round = block.mcBlockSeqno ?? 5;
  const startLt = BigInt(round) * 1_000_000n;
  return { ...block, startLt, endLt: startLt + 999_999n, genUtime: 1_700_000_000 + round };
}

afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

function found({ status, json }: TestAnswer): readonly (string | undefined)[] {
  expect([status, json['error']]).toEqual([200, undefined]);
  return (json['transactions'] as unknown as readonly { hash: string }[]).map(({ hash }) => names.get(hash));
}

const raw = (account: Uint8Array): string => `0:${Buffer.from(account).toString('hex').toUpperCase()}`;
const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');
const carol = `account=${raw(accounts.carol)}`;
const dave = `account=${raw(accounts.dave)}`;

describe.each([...DIALECT_NAMES])('transactions in the %s dialect', (dialect) => {
  const ask = (query: string): Promise<TestAnswer> => gateway.request(`${BASES[dialect]}${PATH}?${query}`);
  const isContract = dialect === 'contract';

  it('lists all rounds without filters, newest first, and leaves out blocks that wait for their round', async () => {
    const answer = await ask('');
    expect(found(answer)).toEqual(ALL);
    expect(found(await ask('sort=asc'))).toEqual(ALL.toReversed());
    expect(answerSchemaOf(PATH, dialect).safeParse(answer.json).error).toBeUndefined();
  });

  it.each([
    [carol, ['flagged', 'receiving']],
    [`${carol}&sort=asc`, ['receiving', 'flagged']],
    [`${carol}&offset=1`, ['receiving']],
    [`${carol}&offset=2`, []],
    [dave, ['twin', 'partial']],
    [`${carol}&${dave}`, ['flagged', 'twin', 'receiving', 'partial']],
    [`${carol},${raw(accounts.dave)}&sort=a`, ['partial', 'receiving', 'twin', 'flagged']],
    [`${carol}&${carol}`, ['flagged', 'receiving']],
    [`${carol}&lt=11000010`, ['receiving']],
    [`${carol}&start_lt=11000010&end_lt=11000010`, ['receiving']],
    [`${carol}&start_lt=11000011`, ['flagged']],
    [`${carol}&mc_seqno=11`, ['receiving']],
    [`${carol}&workchain=0&shard=C000000000000000&seqno=103`, ['flagged']],
    [`${carol}&workchain=-1`, []],
    [`${carol}&start_utime=1700000012`, ['flagged']],
    [`${carol}&end_utime=1700000011`, ['receiving']],
    [`${carol}&opcode=0xd53276db&direction=out`, []],
    [`${carol}&source=${raw(bytes32('sender'))}`, ['flagged', 'receiving']],
    ['account=null', []],
    ['account=', []],
    ['account=,', []],
    ['hash=', []],
    [`hash=${hex(transactionHash('twin'))}`, ['twin']],
    [`hash=${hex(transactionHash('hidden'))}`, []],
    [`hash=${hex(transactionHash('partial'))}`, ['partial']],
    [`hash=${hex(transactionHash('twin'))}&lt=5`, []],
    ['lt=11000010', ['twin', 'receiving']],
    ['lt=0', []],
    ['lt=18446744073709551615', []],
    ['start_lt=11000004', ['flagged', 'twin', 'receiving']],
    ['end_lt=11000003', ['spreading', 'opening']],
    ['start_lt=11000003&end_lt=11000010', ['twin', 'receiving', 'spreading']],
    ['start_lt=11000010&end_lt=11000003', []],
    ['mc_seqno=11', ['twin', 'receiving', 'spreading']],
    ['mc_seqno=11&workchain=-1', []],
    ['workchain=0&shard=C000000000000000&seqno=102', ['twin']],
    ['workchain=0&shard=8000000000000000&seqno=50', ['partial']],
    ['workchain=0&shard=C000000000000000&seqno=104', []],
    ['workchain=0&shard=C000000000000000&seqno=999', []],
    ['workchain=-1', []],
    ['shard=4000000000000000', ['receiving']],
    ['seqno=101', ['receiving', 'spreading']],
    [`msg_hash=${messageHash('second')}`, ['receiving', 'spreading']],
    [`msg_hash=${messageHash('second')}&direction=in`, ['receiving']],
    [`msg_hash=${messageHash('second')}&hash=${hex(transactionHash('spreading'))}`, ['spreading']],
    [`msg_hash=${Buffer.from(bytes32('external normalised')).toString('hex')}`, ['opening']],
    ['opcode=d53276db', ['flagged', 'twin', 'receiving', 'spreading', 'partial']],
    ['opcode=d53276db&direction=out', ['spreading']],
    [`body_hash=${Buffer.from(bodies.comment.hash).toString('hex')}`, ['spreading', 'opening']],
    [`source=${raw(accounts.alice)}`, ['opening']],
    [`destination=${raw(accounts.carol)}`, ['flagged', 'receiving']],
    [`source=${raw(bytes32('nobody'))}`, []],
    ['source=null', ['opening']],
    ['destination=ext$8:FF', ['spreading']],
    [`exclude_account=${raw(accounts.carol)}`, ALL],
    ['exclude_account=abc', ALL],
    ['limit=2', ['flagged', 'twin']],
    ['limit=2&offset=2', ['receiving', 'spreading']],
    ['limit=1000&offset=2147483647', []],
  ])('finds by %s', async (query, expected) => {
    expect(found(await ask(query))).toEqual(expected);
  });

  it('prints a transaction as transactionsByMessage does', async () => {
    const listed = (await ask(`msg_hash=${messageHash('second')}`)).json['transactions'];
    const { json } = await gateway.request(
      `${BASES[dialect]}/v3/transactionsByMessage?msg_hash=${messageHash('second')}`,
    );
    expect(listed).toEqual(json['transactions']);
    expect((await ask(`hash=${hex(transactionHash('receiving'))}`)).json['transactions']).toEqual([
      (listed as unknown as readonly unknown[])[0],
    ]);
  });

  const status = isContract ? 400 : 422;
  it.each([
    ['direction=in', 'direction can be specified only with msg_hash or opcode'],
    [`direction=in&body_hash=${'00'.repeat(32)}`, 'direction can be specified only with msg_hash or opcode'],
    ['direction=both&opcode=1', 'direction should be one of: in, out'],
    ['sort=up', 'wrong value for sort parameter'],
    ['limit=1001', 'limit is not allowed: 1001 > 1000'],
    ['account=x', 'failed to decode: schema: error converting value for index 0 of "account"'],
    [`account=${'0'.repeat(64)}`, 'failed to decode: schema: error converting value for index 0 of "account"'],
    ['lt=-1', 'failed to decode: schema: error converting value for "lt"'],
    ['seqno=x', 'failed to decode: schema: error converting value for "seqno"'],
    [`account=${Array(1001).fill(raw(accounts.bob)).join()}`, 'too many values of "account": 1000 at most'],
  ])('refuses %s', async (query, error) => {
    const answer = await ask(query);
    expect([answer.status, answer.json]).toEqual([status, { code: status, error }]);
  });

  it.each([13, 9, 0, -1])('answers 404 for round %s, which is not indexed', async (seqno) => {
    const answer = await ask(`mc_seqno=${seqno}`);
    expect([answer.status, answer.json['error']]).toEqual([404, `masterchain block ${seqno} not found`]);
  });
});

describe('in the two dialects', () => {
  const ask = (dialect: keyof typeof BASES, query: string) => gateway.request(`${BASES[dialect]}${PATH}?${query}`);

  it('the deployed form orders several hashes by their text, unless an lt is given; the contract by lt', async () => {
    const hashes = ['flagged', 'twin', 'receiving', 'opening'];
    const query = hashes.map((name) => `hash=${hex(transactionHash(name))}`).join('&');
    const texts = hashes.map(transactionHash).toSorted().toReversed();
    expect(found(await ask('deployed', query))).toEqual(texts.map((text) => names.get(text)));
    expect(found(await ask('contract', query))).toEqual(hashes);
    expect(found(await ask('deployed', `${query}&lt=11000010`))).toEqual(['twin', 'receiving']);
  });

  it('limit below 1 and a negative offset are refused by the contract and raised by the deployed form', async () => {
    expect((await ask('contract', 'limit=0')).status).toBe(400);
    expect((await ask('contract', 'offset=-1')).status).toBe(400);
    expect(found(await ask('deployed', 'limit=0&offset=-7'))).toEqual(['flagged']);
  });

  it('only the contract has cursors, which lead through all pages', async () => {
    expect((await ask('deployed', 'cursor=x')).json).not.toHaveProperty('next_cursor');
    for (const filters of ['', `&${carol}&${dave}`, '&opcode=d53276db', '&mc_seqno=11', '&source=null', '&sort=asc']) {
      const whole = found(await ask('contract', filters));
      const listed: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer = await ask('contract', `limit=2${filters}${cursor === '' ? '' : `&cursor=${cursor}`}`);
        listed.push(...found(answer));
        cursor = answer.json['next_cursor'] as unknown as string | null;
      }
      expect(listed).toEqual(whole);
    }
  });

  it('refuses cursors of other lists, texts that are none, and an offset beside one', async () => {
    const { json } = await ask('contract', `${carol}&limit=1`);
    const cursor = String(json['next_cursor']);
    expect((await ask('contract', `${carol}&cursor=${cursor}`)).status).toBe(200);
    const refused = async (query: string) => {
      const answer = await ask('contract', query);
      return [answer.status, answer.json['error']];
    };
    expect(await refused(`${dave}&cursor=${cursor}`)).toEqual([
      400,
      'the cursor belongs to a list with other filters or another order',
    ]);
    expect(await refused(`${carol}&cursor=x`)).toEqual([400, 'invalid cursor']);
    expect(await refused(`${carol}&cursor=`)).toEqual([400, 'invalid cursor']);
    expect(await refused(`${carol}&offset=0&cursor=${cursor}`)).toEqual([400, 'use either cursor or offset, not both']);
  });
});
