import { joinAccountData } from '@tonriver/block-rows';
import { Bag, serializeTree } from '@tonriver/boc';
import { type AccountDataRow, accountDataTable, columnsSql, pickColumns } from '@tonriver/row-schema';
import { attempt } from '../attempt.ts';
import { nameOf, type Problem, valueText } from '../finding.ts';
import { planHashWindows } from '../hash-windows.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';
import { isAheadOfParsers } from '../rounds-ahead.ts';

const keyColumns = pickColumns(accountDataTable, 'workchain', 'account', 'lt');

type Window = (column: string) => string;

/**
 * Every row of contract data, put together with the rows before it, has the hash that the states name. Where all
 * states are known, no row is missing.
 */
export const accountDataProof: Proof = {
  name: 'account-data',
  promise: 'the cells of contract data have the hash that the state names; none is missing in complete ranges',
  async *run(context) {
    for (const window of await planHashWindows(context, 'account_data')) yield* checkRows(context, window);
    const isAhead = await isAheadOfParsers(context);
    for (const window of await planHashWindows(context, 'account_states')) {
      const nameless = findNameless(context, window);
      if (isAhead) await countThem(context, nameless);
      else yield* nameless;
      yield* findMissing(context, window);
    }
  },
};

/** Puts together the rows of each account, oldest first, from the last whole copy on. */
async function* checkRows(context: ProofContext, window: Window): AsyncGenerator<Problem> {
  const { columns } = accountDataTable;
  const batches = context.store.stream(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_data FINAL WHERE ${window('account')} ORDER BY workchain, account, lt`,
    {},
    longQuery,
  );
  let whose = '';
  /** Newest first. */
  let bocs: Uint8Array[] = [];
  for await (const rows of batches) {
    context.count('rows of data', rows.length);
    for (const row of rows) {
      const account = `${row.workchain}:${valueText(row.account)}`;
      if (account !== whose || row.isWhole) bocs = [];
      whose = account;
      // Copied, because values are views into a batch that the next one overwrites.
      bocs.unshift(new Uint8Array(row.dataBoc));
      const problem = rowProblem(row, bocs);
      if (problem !== undefined) yield { ...nameOf(accountDataTable, row), ...problem };
    }
  }
}

function rowProblem(
  row: AccountDataRow,
  bocs: readonly Uint8Array[],
): Pick<Problem, 'problem' | 'columns'> | undefined {
  const read = attempt(() => {
    const bag = Bag.parse(row.dataBoc);
    bag.hashAll();
    return { isWhole: bag.levelMask(bag.root) === 0, isCanonical: isSame(serializeTree(bag, bag.root), row.dataBoc) };
  });
  if (!read.ok) return { columns: ['data_boc'], problem: `is not a bag of cells: ${read.problem}` };
  if (read.value.isWhole !== row.isWhole) {
    return { columns: ['is_whole'], problem: row.isWhole ? 'leaves cells out' : 'leaves nothing out' };
  }
  if (!read.value.isCanonical) return { columns: ['data_boc'], problem: 'its bytes are not the canonical ones' };
  const joined = attempt(() => joinAccountData(bocs));
  if (!joined.ok) return { problem: `cannot be put together: ${joined.problem}` };
  const found = joined.value.hash();
  if (isSame(found, row.dataHash)) return undefined;
  return { problem: `its cells have the hash ${valueText(found)}, not ${valueText(row.dataHash)}` };
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

/** Rows whose states may not be stored yet. */
async function countThem({ count }: ProofContext, problems: AsyncIterable<Problem>): Promise<void> {
  let rows = 0;
  for await (const problem of problems) if (problem.table === accountDataTable.name) rows += 1;
  count('rows of rounds that are not complete yet', rows);
}

/** Rows that no state of their account names. */
async function* findNameless(context: ProofContext, window: Window): AsyncGenerator<Problem> {
  const named = `SELECT workchain, account, lt, assumeNotNull(data_hash) AS data_hash FROM account_states FINAL
    WHERE data_hash IS NOT NULL AND ${window('account')}`;
  yield* problemsOf(
    context,
    `SELECT ${columnsSql(keyColumns)} FROM account_data FINAL
     WHERE ${window('account')} AND (workchain, account, lt, data_hash) NOT IN (${named})`,
    'is not the data of the account’s state',
  );
}

/**
 * In a complete range every state has its data: in the newest row at or before the state, but not before the first of
 * the consecutive states with this data. A complete range that begins with round 1 also knows the zero states.
 */
async function* findMissing(context: ProofContext, window: Window): AsyncGenerator<Problem> {
  const states = `SELECT workchain, account, lt, data_hash,
      row_version = 0 AND lt = 0
        AND (SELECT count() FROM state_progress FINAL WHERE is_complete AND first_seqno = 1) > 0
      OR ifNull(mc_block_seqno, 0) IN (
        SELECT arrayJoin(range(first_seqno, last_seqno + 1)) FROM state_progress FINAL WHERE is_complete) AS is_known
    FROM account_states FINAL WHERE ${window('account')}`;
  const changes = `SELECT *, data_hash IS NOT DISTINCT FROM lagInFrame(data_hash) OVER by_account
      AND row_number() OVER by_account > 1 AS is_same FROM (${states})
    WINDOW by_account AS (
      PARTITION BY workchain, account ORDER BY lt ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const runs = `SELECT *, max(if(is_same, 0, lt)) OVER (
      PARTITION BY workchain, account ORDER BY lt ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS first_lt
    FROM (${changes})`;
  const demanded = `SELECT workchain, account, first_lt, min(lt) AS known_lt,
      any(assumeNotNull(data_hash)) AS wanted_hash
    FROM (${runs}) WHERE is_known AND data_hash IS NOT NULL GROUP BY workchain, account, first_lt`;
  const data = `SELECT workchain, account, lt AS data_lt, data_hash AS found_hash, 1 AS is_found
    FROM account_data FINAL WHERE ${window('account')}`;
  yield* problemsOf(
    context,
    `SELECT workchain, account, first_lt AS lt FROM (${demanded}) AS state
     ASOF LEFT JOIN (${data}) AS data
     ON state.workchain = data.workchain AND state.account = data.account AND data.data_lt <= state.known_lt
     WHERE is_found = 0 OR found_hash != wanted_hash OR data_lt < first_lt`,
    'is missing: a state in a complete range names it',
  );
}

async function* problemsOf({ store }: ProofContext, sql: string, problem: string): AsyncGenerator<Problem> {
  const ordered = `SELECT ${columnsSql(keyColumns)} FROM (${sql}) ORDER BY ${columnsSql(keyColumns)}`;
  for await (const rows of store.stream(keyColumns, ordered, {}, longQuery)) {
    for (const row of rows) yield { ...nameOf(accountDataTable, row), problem };
  }
}
