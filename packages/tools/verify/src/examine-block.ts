import type { BlockPlace } from '@tonriver/block-rows';
import {
  blockTransactionsTable,
  columnsSql,
  messagesTable,
  pickColumns,
  transactionsTable,
} from '@tonriver/row-schema';
import { examineTransaction } from './examine-transaction.ts';
import { nameOf, type Problem } from './finding.ts';
import type { ProofContext } from './proof.ts';
import { longQuery } from './ranges.ts';
import {
  keyListParameters,
  keyListSql,
  type LoadedTransactions,
  loadTransactions,
  type TransactionKey,
  transactionKeyText,
} from './stored-transactions.ts';

const keyColumns = pickColumns(blockTransactionsTable, 'workchain', 'account', 'lt');
const ofBlock = 'workchain = {workchain:Int32} AND block_shard = {shard:Int64} AND block_seqno = {seqno:UInt32}';

/**
 * Finds the rows that make a block's transactions or messages differ from their digest: missing rows, superfluous rows,
 * and rows that differ from their transaction's cell. If there are none, the digest itself is wrong.
 */
export async function examineBlock({ store }: ProofContext, place: BlockPlace): Promise<readonly Problem[]> {
  const { workchain, shard, seqno } = place;
  const block = { workchain, shard, seqno };
  const listed = await store.select(
    keyColumns,
    `SELECT ${columnsSql(keyColumns)} FROM block_transactions FINAL
     WHERE workchain = {workchain:Int32} AND shard = {shard:Int64} AND seqno = {seqno:UInt32}`,
    block,
    longQuery,
  );
  const ofRows = async (table: string): Promise<readonly TransactionKey[]> =>
    await store.select(
      keyColumns,
      `SELECT DISTINCT ${columnsSql(keyColumns)} FROM ${table} FINAL WHERE ${ofBlock}`,
      block,
      longQuery,
    );
  const keys = new Map<string, TransactionKey>();
  for (const key of [...listed, ...(await ofRows('transactions')), ...(await ofRows('messages'))]) {
    keys.set(transactionKeyText(key), key);
  }
  const { parts, leftOver } = await loadByKeys(store, [...keys.values()]);
  const isListed = new Set(listed.map(transactionKeyText));
  const problems: Problem[] = [];
  for (const stored of parts) {
    const { transaction } = stored;
    const key = transactionKeyText(transaction);
    keys.delete(key);
    if (isListed.has(key)) problems.push(...examineTransaction(stored, place));
    else {
      problems.push({
        ...nameOf(transactionsTable, transaction),
        problem: `stands under block (${workchain},${shard},${seqno}), which does not list it`,
      });
    }
  }
  for (const [key, row] of keys) {
    if (!isListed.has(key)) continue;
    problems.push({ ...nameOf(transactionsTable, row), problem: 'is missing: block_transactions lists it' });
  }
  for (const message of leftOver) {
    if (isListed.has(transactionKeyText(message))) continue;
    problems.push({ ...nameOf(messagesTable, message), problem: 'belongs to no transaction' });
  }
  return problems;
}

/** Keys of one query: their text must fit into a query (256 KiB) and into one parameter of a URL (128 KiB). */
const KEYS_PER_QUERY = 1000;

async function loadByKeys(store: ProofContext['store'], keys: readonly TransactionKey[]): Promise<LoadedTransactions> {
  const parts: LoadedTransactions['parts'][number][] = [];
  const leftOver: LoadedTransactions['leftOver'][number][] = [];
  for (let start = 0; start < keys.length; start += KEYS_PER_QUERY) {
    const chunk = keys.slice(start, start + KEYS_PER_QUERY);
    const loaded = await loadTransactions(store, keyListSql, keyListParameters(chunk));
    parts.push(...loaded.parts);
    leftOver.push(...loaded.leftOver);
  }
  return { parts, leftOver };
}
