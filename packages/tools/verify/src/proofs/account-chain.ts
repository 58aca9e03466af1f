import { columnsSql, pickColumns, transactionsTable } from '@tonriver/row-schema';
import { nameOf } from '../finding.ts';
import { planHashWindows } from '../hash-windows.ts';
import type { Proof } from '../proof.ts';
import { longQuery, rangeNumberSql } from '../ranges.ts';

const columns = pickColumns(transactionsTable, 'workchain', 'account', 'lt');
const noHash = "toFixedString(unhex('00'), 32)";

interface Counts {
  readonly linked: string;
  readonly first: string;
  readonly partial: string;
  readonly broken: string;
}

/** Each transaction of an account names the one before it, and begins with the state that one left. */
export const accountChainProof: Proof = {
  name: 'account-chain',
  promise: 'every transaction names the transaction of its account before it, and begins with the state that one left',
  async *run(context) {
    const { store, ranges } = context;
    const linked = (condition: string): string => `
      SELECT ${columnsSql(columns)}, range_, range_before,
        (prev_trans_lt = lt_before AND prev_trans_hash = hash_before)
          OR (status_before = 'nonexist' AND prev_trans_lt = 0 AND prev_trans_hash = ${noHash}) AS names_it,
        old_state_hash = state_before AS continues
      FROM (
        SELECT ${columnsSql(columns)}, prev_trans_lt, prev_trans_hash, old_state_hash,
          ${rangeNumberSql(ranges, 'mc_block_seqno')} AS range_,
          lagInFrame(range_, 1, toUInt32(0)) OVER account_rows AS range_before,
          lagInFrame(lt) OVER account_rows AS lt_before,
          lagInFrame(hash) OVER account_rows AS hash_before,
          lagInFrame(toString(end_status)) OVER account_rows AS status_before,
          lagInFrame(new_state_hash) OVER account_rows AS state_before
        FROM transactions FINAL WHERE ${condition}
        WINDOW account_rows AS (
          PARTITION BY workchain, account ORDER BY lt ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
      )`;
    const isLink = 'range_ > 0 AND range_ = range_before';
    for (const window of await planHashWindows(context, 'transactions')) {
      const rows = linked(window('account'));
      const [counts] = await store.query<Counts>(
        `SELECT countIf(${isLink}) AS linked, countIf(range_ > 0 AND range_ != range_before) AS first,
           countIf(range_ = 0) AS partial, countIf(${isLink} AND NOT (names_it AND continues)) AS broken
         FROM (${rows})`,
        {},
        longQuery,
      );
      context.count('links', Number(counts?.linked ?? 0));
      context.count('first rows of an account in a range (exempt)', Number(counts?.first ?? 0));
      context.count('rows of partial blocks (exempt)', Number(counts?.partial ?? 0));
      if (Number(counts?.broken ?? 0) === 0) continue;
      for await (const batch of store.stream(
        columns,
        `SELECT ${columnsSql(columns)} FROM (${rows}) WHERE ${isLink} AND NOT (names_it AND continues)
         ORDER BY workchain, account, lt`,
        {},
        longQuery,
      )) {
        for (const row of batch) {
          yield {
            ...nameOf(transactionsTable, row),
            columns: ['prev_trans_lt', 'prev_trans_hash', 'old_state_hash'],
            problem: 'does not follow the stored transaction of its account before it',
          };
        }
      }
    }
  },
};
