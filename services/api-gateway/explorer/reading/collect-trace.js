/**
 * @import { AddressBook, Message, Transaction, Transactions } from './answers.d.ts'
 * @import { Ask } from './ask.js'
 *
 * @typedef {object} TraceNode a transaction, and what came of the messages that it sent
 * @property {Transaction} transaction
 * @property {TraceNode[]} children the transactions that its messages led to, in the order of the messages
 * @property {Message[]} waiting its messages that no transaction received yet
 *
 * @typedef {object} Trace
 * @property {TraceNode} root
 * @property {number} count transactions in the tree
 * @property {boolean} isCut some are left out, because there are too many
 * @property {boolean} isWaiting some messages were not received yet
 * @property {AddressBook} book
 */

const TRANSACTIONS_MAX = 200;
/** Steps to the beginning of a trace whose first transaction is not known by its id. */
const STEPS_BACK_MAX = 30;
/** Hashes in one request, so that its line is not too long. */
const HASHES_MAX = 50;

/**
 * Puts the trace of a transaction together by the hashes of the messages: from its first transaction, level by level.
 *
 * @param {Ask} ask
 * @param {Transaction} transaction
 * @param {AddressBook} book
 * @returns {Promise<Trace>}
 */
export async function collectTrace(ask, transaction, book) {
  let names = book;
  /** @param {Readonly<Record<string, string | number | readonly string[]>>} query */
  const transactionsBy = async (query) => {
    const answer = /** @type {Transactions} */ (await ask('transactions', { ...query, limit: TRANSACTIONS_MAX }));
    names = { ...names, ...answer.address_book };
    return answer.transactions;
  };
  const first = await firstOf(transaction, transactionsBy);
  const root = nodeOf(first);
  const seen = new Set([first.hash]);
  let level = [root];
  let [isCut, isWaiting] = [false, false];
  while (level.length > 0) {
    const receivers = await receiversOf(level, transactionsBy);
    /** @type {TraceNode[]} */
    const next = [];
    for (const node of level) {
      for (const message of node.transaction.out_msgs.filter(({ destination }) => destination !== null)) {
        const receiver = receivers.get(message.hash);
        if (receiver === null) isCut = true;
        else if (receiver === undefined) node.waiting.push(message);
        else if (seen.size >= TRANSACTIONS_MAX) isCut = true;
        else if (!seen.has(receiver.hash)) {
          seen.add(receiver.hash);
          const child = nodeOf(receiver);
          node.children.push(child);
          next.push(child);
        }
      }
      isWaiting ||= node.waiting.length > 0;
    }
    level = next;
  }
  return { root, count: seen.size, isCut, isWaiting, book: names };
}

/**
 * @param {Transaction} transaction
 * @returns {TraceNode}
 */
const nodeOf = (transaction) => ({ transaction, children: [], waiting: [] });

/**
 * The id of a trace is the hash of its first transaction. Where it is not known, the sender of each message is.
 *
 * @param {Transaction} transaction
 * @param {(query: Record<string, string>) => Promise<readonly Transaction[]>} transactionsBy
 */
async function firstOf(transaction, transactionsBy) {
  if (transaction.trace_id === transaction.hash) return transaction;
  const [named] = transaction.trace_id === undefined ? [] : await transactionsBy({ hash: transaction.trace_id });
  if (named !== undefined) return named;
  let first = transaction;
  for (let step = 0; step < STEPS_BACK_MAX; step++) {
    const sender = first.in_msg?.out_msg_tx_hash;
    const [found] = sender === undefined ? [] : await transactionsBy({ hash: sender });
    if (found === undefined) break;
    first = found;
  }
  return first;
}

/**
 * @param {readonly TraceNode[]} level
 * @param {(query: Record<string, string | readonly string[]>) => Promise<readonly Transaction[]>} transactionsBy
 * @returns {Promise<Map<string, Transaction | null>>} by the hash of their message; null: not asked for
 */
async function receiversOf(level, transactionsBy) {
  const hashes = level.flatMap(({ transaction }) =>
    transaction.out_msgs.filter(({ destination }) => destination !== null).map(({ hash }) => hash),
  );
  /** @type {Map<string, Transaction | null>} */
  const receivers = new Map(hashes.slice(2 * TRANSACTIONS_MAX).map((hash) => [hash, null]));
  for (let start = 0; start < Math.min(hashes.length, 2 * TRANSACTIONS_MAX); start += HASHES_MAX) {
    const asked = hashes.slice(start, start + HASHES_MAX);
    for (const found of await transactionsBy({ msg_hash: asked, direction: 'in' })) {
      if (found.in_msg !== null) receivers.set(found.in_msg.hash, found);
    }
  }
  return receivers;
}
