import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountStateRow, blockRow, openTestStore } from '@tonriver/chain-reader/testing';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  type AccountStateRow,
  accountStatesTable,
  balanceStepSql,
  createRowBatch,
  latestAccountStatesTable,
  leastBalanceOfStep,
  text,
  uint64,
} from '@tonriver/row-schema';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.test-support.ts';
import { writeRows } from '../../testing/write-rows.test-support.ts';

const ACCOUNTS = 30_000;
const TON = 1_000_000_000n;
let store: ClickHouseStore;
let gateway: TestGateway;

const accountOf = (index: number): Uint8Array => {
  const account = Buffer.alloc(32);
  account.writeUInt32BE(Math.imul(index, 2_654_435_761) >>> 0);
  account.writeUInt32BE(index, 4);
  return account;
};
const addressOf = (index: number): string => `0:${Buffer.from(accountOf(index)).toString('hex').toUpperCase()}`;

const stateOf = (index: number, round: number, balance: bigint): AccountStateRow =>
  accountStateRow({
    account: accountOf(index),
    lt: BigInt(round) * 1_000_000n + 1n,
    mcBlockSeqno: round,
    balance,
  });

async function insertStates(rows: readonly AccountStateRow[]): Promise<void> {
  const [states, latest] = [createRowBatch(accountStatesTable), createRowBatch(latestAccountStatesTable)];
  for (const row of rows) {
    states.add(row);
    latest.add(row);
  }
  await store.insertRows(accountStatesTable, states.rows());
  await store.insertRows(latestAccountStatesTable, latest.rows());
}

async function showRound(seqno: number): Promise<void> {
  const shard = { workchain: 0, shard: -(2n ** 63n), seqno, startLt: 0n, genUtime: 0, rowVersion: 3 };
  const hashes = { rootHash: new Uint8Array(32), fileHash: new Uint8Array(32) };
  const endLt = BigInt(seqno) * 1_000_000n + 999_999n;
  await writeRows(store, {
    blocks: [blockRow({ seqno })],
    shards: [{ ...shard, ...hashes, mcBlockSeqno: seqno, endLt }],
    watermarks: [{ firstSeqno: 1, lastSeqno: seqno }],
  });
}

/** Everybody has some TON, a few have more, and the richest ones change hands in round 2. */
beforeAll(async () => {
  store = await openTestStore();
  await insertStates(Array.from({ length: ACCOUNTS }, (_, index) => stateOf(index, 1, TON + BigInt(index))));
  await insertStates(Array.from({ length: 40 }, (_, index) => stateOf(index, 2, BigInt(1_000 + index) * TON)));
  await showRound(2);
  gateway = await startTestGateway(store);
}, 60_000);
afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

const top = async (query: string, watermark: number) => {
  for (;;) {
    const answer = await gateway.request(`/api/v3/topAccountsByBalance?${query}`);
    if (answer.headers.get('x-indexed-seqno') === String(watermark)) return answer;
  }
};

describe('the accounts with the largest balances', () => {
  it('are found without reading accounts of smaller ones', async () => {
    const rows = await store.select(
      [{ name: 'line', type: text, comment: 'A line of the plan' }] as const,
      `SELECT explain AS line FROM (
         EXPLAIN indexes = 1, projections = 1
         SELECT workchain, account FROM account_states WHERE ${balanceStepSql} >= 130 AND ${balanceStepSql} < 1000
         GROUP BY ${balanceStepSql}, workchain, account LIMIT 10
       )`,
    );
    const plan = rows.map(({ line }) => line).join('\n');
    expect(plan).toContain('by_balance_step');
    expect(plan).toContain('PrimaryKey');
  });

  it('change with their balances, at the watermark and not before', async () => {
    expect((await top('limit=3', 2)).json).toEqual(
      [39, 38, 37].map((index) => ({ account: addressOf(index), balance: String(BigInt(1_000 + index) * TON) })),
    );
    // Round 3 takes everything from the two richest, and is stored before it is visible.
    await insertStates([stateOf(39, 3, 0n), stateOf(38, 3, 5n), stateOf(7, 3, 5_000_000n * TON)]);
    await store.command('OPTIMIZE TABLE latest_account_states FINAL');
    expect((await top('limit=2&offset=0', 2)).json).toEqual(
      [39, 38].map((index) => ({ account: addressOf(index), balance: String(BigInt(1_000 + index) * TON) })),
    );
    await showRound(3);
    const after = [7, 37, 36];
    const balanceOf = (index: number): bigint => (index === 7 ? 5_000_000n : BigInt(1_000 + index)) * TON;
    const expected = after.map((index) => ({ account: addressOf(index), balance: String(balanceOf(index)) }));
    expect((await top('limit=3', 3)).json).toEqual(expected);
    await store.command('OPTIMIZE TABLE account_states FINAL');
    // The next parser writes the same states again.
    await insertStates([{ ...stateOf(7, 3, 5_000_000n * TON), rowVersion: 5 }]);
    await showRound(4);
    expect((await top('limit=3', 4)).json).toEqual(expected);
  });

  it('are refused when more accounts than can be read had such balances', async () => {
    const { status, json } = await top('limit=100', 4);
    expect([status, json['error']]).toEqual([
      400,
      'more than 20000 accounts had such balances at some time: ask for a smaller offset or limit',
    ]);
  });
});

it('the step of a balance grows with it, and its least balance is in it', async () => {
  const balances = Array.from({ length: 36 }, (_, digits) => 10n ** BigInt(digits)).flatMap((power) => [
    power - 1n,
    power,
    power + 1n,
    5n * power - 1n,
    5n * power,
    9n * power + 3n,
  ]);
  const literals = balances.map((balance) => `toUInt128('${balance}')`).join(', ');
  const rows = await store.select(
    [{ name: 'step', type: uint64, comment: 'The step' }] as const,
    `SELECT toUInt64(${balanceStepSql}) AS step FROM (SELECT arrayJoin([${literals}]) AS balance) ORDER BY balance`,
  );
  const sorted = balances.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  for (const [index, { step }] of rows.entries()) {
    const [balance, found] = [sorted[index]!, Number(step)];
    expect([balance, leastBalanceOfStep(found) <= balance]).toEqual([balance, true]);
    expect([balance, leastBalanceOfStep(found + 1) > balance]).toEqual([balance, true]);
  }
});
