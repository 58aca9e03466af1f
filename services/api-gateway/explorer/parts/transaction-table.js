import { element } from '../page/element.js';
import { changeText, tonText } from '../texts/number-text.js';
import { row, table, timeOf } from './fields.js';
import { accountLink, hashLink } from './links.js';
import { outcomeSign } from './outcome.js';
import { cutText } from '../texts/cut-text.js';
import { whatMessage } from './what-message.js';

/** @import { AddressBook, Transaction } from '../reading/answers.d.ts' */

const WORDS_MAX = 40;

/**
 * Returns a table of transactions, and its body, to which `transactionRow` adds.
 *
 * @param {string} caption
 * @param {readonly Transaction[]} transactions
 * @param {AddressBook} book
 * @param {{ readonly isOfOne?: boolean }} [options] whether all are of one account, which is then not said
 */
export function transactionTable(caption, transactions, book, { isOfOne = false } = {}) {
  const columns = [
    'Transaction',
    'Time',
    ...(isOfOne ? [] : ['Account']),
    'Received',
    { text: 'Sent', kind: 'wide number' },
    { text: 'Balance', kind: 'number' },
    'Outcome',
  ];
  return table(
    caption,
    columns,
    transactions.map((transaction) => transactionRow(transaction, book, { isOfOne })),
    'transactions',
  );
}

/**
 * @param {Transaction} transaction
 * @param {AddressBook} book
 * @param {{ readonly isOfOne?: boolean }} [options] as of the table
 */
export function transactionRow(transaction, book, { isOfOne = false } = {}) {
  const { hash, now, account, in_msg: received, out_msgs: sent } = transaction;
  const change = changeText(transaction.account_state_before.balance, transaction.account_state_after.balance);
  const sum = sent.reduce((total, { value }) => total + BigInt(value ?? 0), 0n);
  const direction = change?.startsWith('−') ? 'down' : change?.startsWith('+') ? 'up' : '';
  return row([
    hashLink('transaction', hash),
    { shown: timeOf(now), kind: 'time' },
    !isOfOne && accountLink(account, book),
    { shown: receivedPart(transaction, book, received), kind: 'received' },
    { shown: sent.length === 0 ? '—' : `${sent.length}: ${tonText(String(sum))}`, kind: 'wide number' },
    { shown: change ?? '—', kind: `number ${direction}` },
    { shown: outcomeSign(transaction), kind: 'short' },
  ]);
}

/**
 * @param {Transaction} transaction
 * @param {AddressBook} book
 * @param {Transaction['in_msg']} message
 */
function receivedPart({ description }, book, message) {
  if (message === null) return description.type.replaceAll('_', ' ');
  const what = element('span', { class: 'what' }, cutText(whatMessage(message), WORDS_MAX));
  if (message.source === null) return what;
  return element('span', {}, what, ' from ', accountLink(message.source, book));
}
