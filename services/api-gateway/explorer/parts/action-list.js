import { actionName, actionWords } from '../actions/action-words.js';
import { tokensOf } from '../actions/tokens.js';
import { element } from '../page/element.js';
import { timeOf } from './fields.js';
import { accountLink, hashLink } from './links.js';

/**
 * @import { Action, AddressBook, Metadata } from '../reading/answers.d.ts'
 * @import { Child } from '../page/element.js'
 * @import { Piece } from '../actions/values.js'
 *
 * @typedef {object} ActionScene what the words of an action are made with
 * @property {AddressBook} book
 * @property {Metadata} metadata
 * @property {boolean} [isOfOneTrace] whether time and trace are those of the page, and not said
 */

/**
 * Returns a list of actions, to which `actionItem` adds.
 *
 * @param {string} label for those who do not see the page
 * @param {readonly HTMLLIElement[]} items
 */
export function actionList(label, items) {
  // The role: without marks at its items, some browsers take it for no list.
  return element('ol', { class: 'actions', role: 'list', 'aria-label': label }, ...items);
}

/**
 * Returns an action as an item of a list: what it did in words, whether it failed, and what it belongs to.
 *
 * @param {Action} action
 * @param {ActionScene} scene
 */
export function actionItem(action, { book, metadata, isOfOneTrace = false }) {
  const isFailed = action.success === false;
  const words = actionWords(action, tokensOf(metadata)).map((piece) => pieceOf(piece, book));
  const failed = element(
    'strong',
    { class: 'outcome bad' },
    element('span', { 'aria-hidden': 'true' }, '✕ '),
    'Failed: ',
  );
  return element(
    'li',
    { class: isFailed ? 'action failed' : 'action' },
    element('p', { class: 'sentence' }, isFailed && failed, ...words),
    element('p', { class: 'about' }, actionName(action.type), ...(isOfOneTrace ? [] : whereOf(action))),
  );
}

/**
 * @param {Action} action
 * @returns {readonly Child[]}
 */
function whereOf({ end_utime: time, trace_id: traceId }) {
  const word = element('span', { class: 'wide' }, 'trace ');
  return [' · ', timeOf(time), ' · ', word, hashLink('transaction', traceId)];
}

/**
 * @param {Piece} piece
 * @param {AddressBook} book
 * @returns {Child}
 */
function pieceOf(piece, book) {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'said':
      return element('span', { class: 'text' }, piece.text);
    case 'account':
      return accountLink(piece.address, book);
    case 'token': {
      const { address, noun, name } = piece;
      if (name === undefined) return element('span', {}, `${noun} `, accountLink(address, book));
      return accountLink(address, book, { title: name });
    }
  }
}
