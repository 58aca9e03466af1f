import { accountStateRow, rebuildAccount } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import {
  type AccountStateRow,
  accountStatesTable,
  columnsSql,
  latestAccountStatesTable,
  pickColumns,
  rowPropertyOf,
} from '@tonriver/row-schema';
import { compareRows } from '../compare-rows.ts';
import { attempt } from '../attempt.ts';
import { nameOf, type Problem, valueText } from '../finding.ts';
import { planHashWindows } from '../hash-windows.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';

/** Columns of the states that transactions leave, in the order of the selections. */
const placeColumns = pickColumns(
  accountStatesTable,
  'workchain',
  'account',
  'lt',
  'transaction_hash',
  'hash',
  'mc_block_seqno',
  'status',
  'row_version',
);

type Window = (column: string) => string;

/**
 * Every block's last transaction of an account has its state row, the Account cell of every row has the stored hash,
 * and the newest state of each account is known. `account-chain` proves that the transactions of an account continue
 * each other.
 *
 * States that were seen only before a block or in an initial state (`row_version` 0) are proved by `resolved-blocks`
 * and `initial-states`.
 */
export const accountStatesProof: Proof = {
  name: 'account-states',
  promise: 'every block’s last transaction of an account has its state, with the right hash; the newest are known',
  async *run(context) {
    for (const window of await planHashWindows(context, 'transactions')) {
      yield* compareRows(context, {
        table: accountStatesTable,
        columns: placeColumns,
        expected: lastTransactionsSql(window),
        actual: `SELECT ${columnsSql(placeColumns)} FROM account_states FINAL
          WHERE row_version > 0 AND ${window('account')}`,
        source: 'the last transactions of accounts in blocks',
      });
    }
    for (const window of await planHashWindows(context, 'account_states')) {
      yield* checkStates(context, window);
      yield* checkStatesBefore(context, window);
      yield* compareRows(context, {
        table: latestAccountStatesTable,
        columns: latestAccountStatesTable.columns,
        expected: `SELECT ${latestColumns} FROM account_states FINAL WHERE ${window('account')}
          ORDER BY workchain DESC, account DESC, lt DESC LIMIT 1 BY workchain, account`,
        actual: `SELECT ${latestColumns} FROM latest_account_states FINAL WHERE ${window('account')}`,
        source: 'the newest rows of account_states',
      });
    }
  },
};

const latestColumns = columnsSql(latestAccountStatesTable.columns);

/** The table is sorted by account and lt: the last transaction in a block is followed by one of another block. */
function lastTransactionsSql(window: Window): string {
  return `SELECT workchain, account, lt, transaction_hash, state_hash AS hash, mc_block_seqno, status, row_version
    FROM (
      SELECT workchain, account, lt, hash AS transaction_hash, new_state_hash AS state_hash, mc_block_seqno,
        end_status AS status, row_version, block_shard, block_seqno,
        leadInFrame(lt) OVER account_rows AS next_lt,
        leadInFrame(block_shard) OVER account_rows AS next_shard,
        leadInFrame(block_seqno) OVER account_rows AS next_seqno
      FROM transactions FINAL WHERE ${window('account')}
      WINDOW account_rows AS (
        PARTITION BY workchain, account ORDER BY lt ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING)
    ) WHERE next_lt = 0 OR next_shard != block_shard OR next_seqno != block_seqno`;
}

async function* checkStates(context: ProofContext, window: Window): AsyncGenerator<Problem> {
  const { columns } = accountStatesTable;
  const batches = context.store.stream(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_states FINAL WHERE ${window('account')}`,
    {},
    longQuery,
  );
  for await (const rows of batches) {
    context.count('states', rows.length);
    for (const row of rows) {
      const problem = stateProblem(row);
      if (problem !== undefined) yield { ...nameOf(accountStatesTable, row), ...problem };
    }
  }
}

function stateProblem(row: AccountStateRow): Pick<Problem, 'problem' | 'columns'> | undefined {
  if (row.rowVersion === 0 && row.mcBlockSeqno !== null) {
    return { columns: ['mc_block_seqno'], problem: 'is only seen before a block, but has a round' };
  }
  const rebuilt = attempt(() => rebuildAccount(row));
  if (!rebuilt.ok) return { problem: `cannot be rebuilt: ${rebuilt.problem}` };
  const found = rebuilt.value.hash(0);
  if (Buffer.compare(found, row.hash) !== 0) {
    return { problem: `its fields give the Account cell ${valueText(found)}, not ${valueText(row.hash)}` };
  }
  return row.rawBoc.length === 0 ? undefined : rawProblem(row);
}

/** A row with a bag of cells is rebuilt from the bag alone, and its other columns are compared with it. */
function rawProblem(row: AccountStateRow): Pick<Problem, 'problem' | 'columns'> | undefined {
  const read = attempt(() => {
    const bag = Bag.parse(row.rawBoc);
    return accountStateRow(bag, bag.root, row);
  });
  if (!read.ok) return { columns: ['raw_boc'], problem: `its bag of cells is no Account: ${read.problem}` };
  const is = row as unknown as Readonly<Record<string, unknown>>;
  const should = read.value as unknown as Readonly<Record<string, unknown>>;
  const columns = accountStatesTable.columns
    .map(({ name }) => name)
    .filter((name) => valueText(is[rowPropertyOf(name)]) !== valueText(should[rowPropertyOf(name)]));
  if (columns.length === 0) return undefined;
  return { columns, problem: `its bag of cells says otherwise of ${columns.join(', ')}` };
}

/** Checks a state that was seen only before a block: the account's next transaction begins with it. */
async function* checkStatesBefore(context: ProofContext, window: Window): AsyncGenerator<Problem> {
  const columns = pickColumns(accountStatesTable, 'workchain', 'account', 'lt');
  const before = `SELECT workchain, account, lt, transaction_hash, hash, status FROM account_states FINAL
    WHERE row_version = 0 AND ${window('account')}`;
  // An ASOF join finds the nearest later transaction. Absent columns are zero, and no transaction has lt 0.
  const joined = `SELECT ${columnsSql(columns)}, next_lt,
      prev_trans_lt = lt AND prev_trans_hash = transaction_hash AND old_state_hash = hash AND orig_status = status
        AS begins_with_it
    FROM (${before}) AS state ASOF LEFT JOIN (
      SELECT workchain, account, lt AS next_lt, prev_trans_lt, prev_trans_hash, old_state_hash, orig_status
      FROM transactions FINAL WHERE ${window('account')}
        AND (workchain, account) IN (SELECT workchain, account FROM account_states
          WHERE row_version = 0 AND ${window('account')})
    ) AS following
    ON state.workchain = following.workchain AND state.account = following.account AND following.next_lt > state.lt`;
  const [counts] = await context.store.query<{ readonly linked: string; readonly last: string }>(
    `SELECT countIf(next_lt > 0) AS linked, countIf(next_lt = 0) AS last FROM (${joined})`,
    {},
    longQuery,
  );
  context.count('states before a block', Number(counts?.linked ?? 0));
  context.count('states without a later transaction (only their cell is proved)', Number(counts?.last ?? 0));
  const problem = 'is not what the account’s next transaction begins with';
  for await (const rows of context.store.stream(
    columns,
    `SELECT ${columnsSql(columns)} FROM (${joined}) WHERE next_lt > 0 AND NOT begins_with_it
     ORDER BY workchain, account, lt`,
    {},
    longQuery,
  )) {
    for (const row of rows) yield { ...nameOf(accountStatesTable, row), problem };
  }
}
