import { ALL_ACTION_TYPES } from './action-types.js';
import { AskError } from './ask.js';

/**
 * @import { Action, AddressBook, Metadata, StoredTrace, Traces, Transaction, TreeNode } from './answers.d.ts'
 * @import { Ask } from './ask.js'
 * @import { Trace, TraceNode } from './collect-trace.js'
 *
 * @typedef {object} WholeTrace a trace that has ended
 * @property {Trace | undefined} trace undefined: its transactions are not in the answer
 * @property {readonly Action[]} actions in the order of their begin, with their accounts
 * @property {AddressBook} book
 * @property {Metadata} metadata
 */

const TRANSACTIONS_MAX = 200;

/**
 * Reads the trace of a transaction, with its actions.
 *
 * @param {Ask} ask
 * @param {string} hash of the transaction, hexadecimal
 * @returns {Promise<WholeTrace | undefined>} undefined: it has not ended, or it is not known yet what it did
 */
export async function readTrace(ask, hash) {
  const query = { tx_hash: hash, include_actions: true, supported_action_types: ALL_ACTION_TYPES, limit: 1 };
  try {
    const answer = /** @type {Traces} */ (await ask('traces', query, { isPatient: false }));
    const { traces, address_book: book, metadata } = answer;
    const [stored] = traces;
    return stored && { trace: treeOf(stored, book), actions: withAccounts(stored), book, metadata };
  } catch (error) {
    // 503: no trace is classified yet; other failures are told by what is asked for instead.
    if (error instanceof AskError) return undefined;
    throw error;
  }
}

/**
 * Level by level, as `collectTrace` does, so that the same transactions are left out of a large trace.
 *
 * @param {StoredTrace} stored
 * @param {AddressBook} book
 * @returns {Trace | undefined}
 */
function treeOf({ trace: tree, transactions = {}, is_incomplete: isIncomplete }, book) {
  if (isIncomplete || !tree) return undefined;
  const first = transactions[tree.tx_hash];
  if (first === undefined) return undefined;
  const root = nodeOf(first);
  let [count, isCut] = [1, false];
  /** @type {(readonly [TreeNode, TraceNode])[]} */
  let level = [[tree, root]];
  while (level.length > 0) {
    /** @type {typeof level} */
    const next = [];
    for (const [place, node] of level) {
      for (const below of place.children) {
        const transaction = transactions[below.tx_hash];
        if (transaction === undefined || count >= TRANSACTIONS_MAX) {
          isCut = true;
          continue;
        }
        count += 1;
        const child = nodeOf(transaction);
        node.children.push(child);
        next.push([below, child]);
      }
    }
    level = next;
  }
  return { root, count, isCut, isWaiting: false, book };
}

/**
 * @param {Transaction} transaction
 * @returns {TraceNode}
 */
const nodeOf = (transaction) => ({ transaction, children: [], waiting: [] });

/**
 * Actions of a trace come without their accounts: those of their transactions are known.
 *
 * @param {StoredTrace} stored
 * @returns {readonly Action[]}
 */
function withAccounts({ actions = [], transactions = {} }) {
  return actions.map((action) => {
    const accounts = action.transactions.flatMap((hash) => transactions[hash]?.account ?? []);
    return accounts.length === 0 ? action : { ...action, accounts: [...new Set(accounts)] };
  });
}
