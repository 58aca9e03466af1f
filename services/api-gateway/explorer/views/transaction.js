import { element } from '../page/element.js';
import { copiedText, fieldList, section, wholeTimeOf } from '../parts/fields.js';
import { accountLink, blockLink, hashLink, roundLink } from '../parts/links.js';
import { messageCard } from '../parts/message-card.js';
import { outcomeSign } from '../parts/outcome.js';
import { phaseParts } from '../parts/phase-parts.js';
import { traceParts } from '../parts/trace-parts.js';
import { hexOfHash } from '../texts/hash-text.js';
import { changeText, countText, tonText } from '../texts/number-text.js';
import { nothingView } from './nothing.js';

/**
 * @import { AddressBook, Transaction, Transactions } from '../reading/answers.d.ts'
 * @import { PageContext, View } from '../page/show-view.js'
 */

/**
 * One transaction, with the trace that it is part of.
 *
 * @param {PageContext} page
 * @param {{ readonly hash: string }} route
 * @returns {Promise<View>}
 */
export async function transactionView(page, { hash }) {
  const answer = /** @type {Transactions} */ (await page.ask('transactions', { hash, limit: 1 }));
  const { transactions, address_book: book } = answer;
  const [transaction] = transactions;
  if (transaction === undefined) return nothingView('Transaction', `No transaction ${hash} is indexed.`);
  const trace = traceParts(page, transaction, book);
  // Shown at once as far as it is known, and again until the trace has ended and its actions are known.
  await trace.update();
  page.live.follow(trace.update, page.signal);
  return {
    title: 'Transaction',
    content: [
      summary(transaction, book, page),
      section('Actions', trace.words),
      section('Trace', trace.picture),
      ...messageSections(transaction, book),
      section('Phases', ...phaseParts(transaction.description)),
    ],
  };
}

/**
 * @param {Transaction} transaction
 * @param {AddressBook} book
 * @param {PageContext} page
 */
function summary(transaction, book, { announce }) {
  const { account_state_before: before, account_state_after: after } = transaction;
  const { orig_status: from, end_status: to, trace_id: traceId, mc_block_seqno: round } = transaction;
  return fieldList([
    ['Outcome', outcomeSign(transaction)],
    ['Account', accountLink(transaction.account, book, { isWhole: true })],
    ['Hash', copiedText(hexOfHash(transaction.hash), 'Copy the hash', announce)],
    ['Time', wholeTimeOf(transaction.now)],
    ['Balance', balanceText(before.balance, after.balance)],
    ['Fees', tonText(transaction.total_fees)],
    ['Status', from === to ? to : `${from} → ${to}`],
    ['Kind', transaction.description.type.replaceAll('_', ' ')],
    ['Logical time', countText(transaction.lt)],
    ['Round', round === null ? 'not known yet' : roundLink(round)],
    ['Block', blockLink(transaction.block_ref, { isWhole: true })],
    ['Trace begins with', traceId !== undefined && hashLink('transaction', traceId)],
    ['Before it', transaction.prev_trans_lt !== '0' && hashLink('transaction', transaction.prev_trans_hash)],
  ]);
}

/**
 * @param {string | null} before
 * @param {string | null} after
 */
function balanceText(before, after) {
  const change = changeText(before, after);
  return change === undefined ? undefined : `${tonText(before)} → ${tonText(after)} (${change})`;
}

/**
 * @param {Transaction} transaction
 * @param {AddressBook} book
 */
function messageSections({ in_msg: received, out_msgs: sent }, book) {
  const cards = (/** @type {typeof sent} */ messages) => messages.map((message) => messageCard(message, book, 'h3'));
  return [
    received !== null && section('Received message', ...cards([received])),
    sent.length > 0 && section(`Sent messages (${sent.length})`, element('div', { class: 'cards' }, ...cards(sent))),
  ];
}
