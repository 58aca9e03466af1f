import { examineTransaction } from '../examine-transaction.ts';
import { planLtWindows } from '../lt-windows.ts';
import type { Proof } from '../proof.ts';
import { loadTransactions } from '../stored-transactions.ts';

/** Transactions that are in memory at one time, with rows, trees and parts. */
const TRANSACTIONS_PER_WINDOW = 10_000;

/** The transactions of the blocks that start in a window: whole blocks, since bodies are in their parts. */
const ofWindow = `lt >= {from:UInt64} AND (workchain, account, lt) IN (
  SELECT workchain, account, lt FROM block_transactions WHERE (workchain, shard, seqno) IN (
    SELECT workchain, shard, seqno FROM blocks FINAL WHERE start_lt >= {from:UInt64} AND start_lt < {to:UInt64}))`;

/**
 * Every transaction cell, rebuilt from its rows, has the stored hash; so have its messages, and rows made of it anew
 * are the same.
 */
export const transactionCellsProof: Proof = {
  name: 'transaction-cells',
  promise: 'every transaction cell rebuilt from its rows has the stored hash, and gives the same rows again',
  async *run(context) {
    for (const { from, to } of await planLtWindows(context, TRANSACTIONS_PER_WINDOW)) {
      const { parts } = await loadTransactions(context.store, ofWindow, { from, to });
      for (const stored of parts) {
        const { workchain, blockShard: shard, blockSeqno: seqno, mcBlockSeqno: round, rowVersion } = stored.transaction;
        yield* examineTransaction(stored, { workchain, shard, seqno, round, rowVersion });
      }
      context.count('transactions', parts.length);
      context.count(
        'messages',
        parts.reduce((total, { messages }) => total + messages.length, 0),
      );
    }
  },
};
