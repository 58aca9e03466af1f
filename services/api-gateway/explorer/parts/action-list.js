import { actionName, actionWords } from '../actions/action-words.js';
import { tokensOf } from '../actions/tokens.js';
import { element } from '../page/element.js';
import { timeOf } from './fields.js';
import { accountLink, hashLink } from './links.js';

/**
 * @import { Action, AddressBook, Metadata, PendingAction } from '../reading/answers.d.ts'
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
export function actionItem(action, scene) {
  const isFailed = action.success === false;
  return element(
    'li',
    { class: isFailed ? 'action failed' : 'action' },
    element('p', { class: 'sentence' }, isFailed && sign('bad', '✕', 'Failed: '), ...sentenceOf(action, scene)),
    element('p', { class: 'about' }, actionName(action.type), ...(scene.isOfOneTrace ? [] : whereOf(action))),
  );
}

/**
 * Returns an action that is not one of a finished trace yet, as an item of a list.
 *
 * @param {PendingAction} action
 * @param {ActionScene} scene
 */
export function pendingItem(action, scene) {
  const isFailed = action.success === false;
  const isEmulated = action.finality === 'pending';
  const state = isEmulated ? 'expected, no block has it yet' : 'in blocks, but not all of its trace is yet';
  const opening = isFailed ? sign('bad', '✕', 'Pending, will fail: ') : sign('quiet', '◌', 'Pending: ');
  return element(
    'li',
    { class: isFailed ? 'action failed' : 'action' },
    element('p', { class: 'sentence' }, opening, ...sentenceOf(action, scene)),
    element('p', { class: 'about' }, `${actionName(action.type)} · ${state}`),
  );
}

/**
 * @param {'bad' | 'quiet'} look
 * @param {string} mark which only those see who see the page
 * @param {string} words
 */
function sign(look, mark, words) {
  return element('strong', { class: `outcome ${look}` }, element('span', { 'aria-hidden': 'true' }, `${mark} `), words);
}

/**
 * @param {Action | PendingAction} action
 * @param {ActionScene} scene
 * @returns {readonly Child[]}
 */
function sentenceOf(action, { book, metadata }) {
  return actionWords(action, tokensOf(metadata)).map((piece) => pieceOf(piece, book));
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
