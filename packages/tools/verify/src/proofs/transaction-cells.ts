import { columnsSql, pickColumns, transactionsTable } from '@tonriver/row-schema';
import { examineTransaction } from '../examine-transaction.ts';
import type { Proof } from '../proof.ts';
import { longQuery } from '../ranges.ts';
import { loadTransactions } from '../stored-transactions.ts';

/** Transactions that are in memory at once, with rows and trees. */
const TRANSACTIONS_PER_PAGE = 10_000;

const keyColumns = pickColumns(transactionsTable, 'account', 'lt');

/**
 * Every transaction cell, rebuilt from its rows, has the stored hash; so have its messages, and rows made of it anew
 * are the same.
 */
export const transactionCellsProof: Proof = {
  name: 'transaction-cells',
  promise: 'every transaction cell rebuilt from its rows has the stored hash, and gives the same rows again',
  async *run(context) {
    const { store } = context;
    const workchains = await store.query<{ readonly workchain: number }>(
      'SELECT DISTINCT workchain FROM transactions ORDER BY workchain',
      {},
      longQuery,
    );
    for (const { workchain } of workchains) {
      let after = { account: new Uint8Array(32) as Uint8Array, lt: 0n };
      for (;;) {
        const page = await store.select(
          keyColumns,
          `SELECT ${columnsSql(keyColumns)} FROM transactions FINAL WHERE workchain = {workchain:Int32} AND ${afterSql}
           ORDER BY workchain, account, lt LIMIT ${TRANSACTIONS_PER_PAGE}`,
          { workchain, after_account: after.account, after_lt: after.lt },
          longQuery,
        );
        const last = page.at(-1);
        if (last === undefined) break;
        const { parts } = await loadTransactions(store, pageSql, {
          workchain,
          after_account: after.account,
          after_lt: after.lt,
          to_account: last.account,
          to_lt: last.lt,
        });
        for (const stored of parts) {
          const { blockShard: shard, blockSeqno: seqno, mcBlockSeqno: round, rowVersion } = stored.transaction;
          yield* examineTransaction(stored, { workchain, shard, seqno, round, rowVersion });
        }
        context.count('transactions', parts.length);
        context.count(
          'messages',
          parts.reduce((total, { messages }) => total + messages.length, 0),
        );
        after = { account: new Uint8Array(last.account), lt: last.lt };
      }
    }
  },
};

const bytesSql = (name: string): string => `toFixedString(unhex({${name}:String}), 32)`;
const afterSql = `(account > ${bytesSql('after_account')}
  OR (account = ${bytesSql('after_account')} AND lt > {after_lt:UInt64}))`;
const pageSql = `workchain = {workchain:Int32} AND ${afterSql}
  AND (account < ${bytesSql('to_account')} OR (account = ${bytesSql('to_account')} AND lt <= {to_lt:UInt64}))`;
