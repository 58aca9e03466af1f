import { element } from '../page/element.js';
import { tonText, unsignedHex } from '../texts/number-text.js';
import { timeText } from '../texts/time-text.js';
import { decodedValue } from './decoded-value.js';
import { fieldList } from './fields.js';
import { accountLink, hashLink } from './links.js';
import { cutText } from '../texts/cut-text.js';
import { whatMessage } from './what-message.js';

/** @import { AddressBook, Content, Message } from '../reading/answers.d.ts' */

/** A body that is longer is shown only in part; the API has all of it. */
const BODY_LETTERS_MAX = 4_000;

/**
 * Returns a message with its decoded body.
 *
 * @param {Message} message
 * @param {AddressBook} book
 * @param {'h2' | 'h3'} level of its heading
 */
export function messageCard(message, book, level) {
  const { source, destination, value, message_content: content, init_state: init, opcode } = message;
  const currencies = Object.entries(message.value_extra_currencies ?? {});
  return element(
    'article',
    { class: 'card' },
    element(level, {}, whatMessage(message)),
    fieldList([
      ['From', source === null ? 'outside the chain' : accountLink(source, book)],
      ['To', destination === null ? 'outside the chain' : accountLink(destination, book)],
      ['Value', value === null ? undefined : tonText(value)],
      ['Extra currencies', currencies.length > 0 && currencies.map(([id, amount]) => `${amount} of ${id}`).join(', ')],
      ['Opcode', opcode === null ? undefined : element('code', {}, `0x${unsignedHex(opcode, 32)}`)],
      ['Forward fee', message.fwd_fee === null ? undefined : tonText(message.fwd_fee)],
      ['Import fee', message.import_fee === null ? undefined : tonText(message.import_fee)],
      ['Created', message.created_at === null ? undefined : `${timeText(message.created_at)} UTC`],
      ['Bounce', message.bounce === null ? undefined : message.bounce ? 'yes' : 'no'],
      ['Message', hashLink('message', message.hash)],
      ['Sent by', message.out_msg_tx_hash && hashLink('transaction', message.out_msg_tx_hash)],
      ['Received by', message.in_msg_tx_hash && hashLink('transaction', message.in_msg_tx_hash)],
    ]),
    content !== null && bodyPart(content, book, level === 'h2' ? 'h3' : 'h4'),
    init !== null && rawPart('StateInit', init.body),
  );
}

/**
 * @param {Content} content
 * @param {AddressBook} book
 * @param {'h3' | 'h4'} level
 */
function bodyPart({ hash, body, decoded }, book, level) {
  const isEmpty = decoded?.type === 'empty_cell';
  return element(
    'div',
    { class: 'body' },
    element(level, {}, decoded === undefined ? 'Body (not decoded)' : `Body: ${decoded.type}`),
    decoded?.error !== undefined && element('p', { class: 'quiet' }, decoded.error),
    decoded?.comment !== undefined &&
      element('blockquote', { class: 'comment' }, cutText(decoded.comment, BODY_LETTERS_MAX)),
    decoded?.data !== undefined && decoded.comment === undefined && !isEmpty && decodedValue(decoded.data, book),
    !isEmpty && rawPart('Cells of the body', body),
    !isEmpty && element('p', { class: 'quiet' }, 'Hash of the body ', hashLink('body', hash)),
  );
}

/**
 * @param {string} title
 * @param {string} bag
 */
function rawPart(title, bag) {
  const shown = bag.length > BODY_LETTERS_MAX ? `${bag.slice(0, BODY_LETTERS_MAX)}… (${bag.length} letters)` : bag;
  return element('details', {}, element('summary', {}, title), element('code', { class: 'bag' }, shown));
}
