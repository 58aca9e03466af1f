import { element } from '../page/element.js';
import { collectTrace } from '../reading/collect-trace.js';
import { readTrace } from '../reading/read-trace.js';
import { hexOfHash } from '../texts/hash-text.js';
import { actionItem, actionList } from './action-list.js';
import { tracePicture } from './trace-picture.js';

/**
 * @import { AddressBook, Transaction } from '../reading/answers.d.ts'
 * @import { Trace } from '../reading/collect-trace.js'
 * @import { WholeTrace } from '../reading/read-trace.js'
 * @import { PageContext } from '../page/show-view.js'
 *
 * @typedef {object} TraceParts
 * @property {HTMLElement} words what the trace did
 * @property {HTMLElement} picture
 * @property {() => Promise<void>} update reads what is not known yet, and shows it
 */

const ACTIONS_MAX = 100;
/** Rounds for which the actions of a trace without messages on their way are waited for. */
const ROUNDS_WAITED_MAX = 150;

/**
 * Returns the trace of a transaction in words and as a picture. A trace is stored when it has ended; before that its
 * picture is put together from its transactions.
 *
 * @param {PageContext} page
 * @param {Transaction} transaction
 * @param {AddressBook} book
 * @returns {TraceParts}
 */
export function traceParts({ ask }, transaction, book) {
  const words = element('div', {}, element('p', { class: 'quiet' }, 'They are not known yet.'));
  const picture = element('div', {});
  let [isWhole, isDrawn, isWaiting, roundsWaited] = [false, false, false, 0];

  const update = async () => {
    if (isWhole || roundsWaited > ROUNDS_WAITED_MAX) return;
    const whole = await readTrace(ask, hexOfHash(transaction.hash));
    if (whole === undefined && isDrawn && !isWaiting) {
      roundsWaited += 1;
      return;
    }
    const trace = whole?.trace ?? (await collectTrace(ask, transaction, book));
    isDrawn = putInto(picture, pictureOf(trace, transaction.hash));
    isWaiting = trace.isWaiting;
    isWhole = whole !== undefined && putInto(words, wordsOf(whole)) && isDrawn;
  };
  return { words, picture, update };
}

/**
 * @param {HTMLElement} place
 * @param {readonly Node[]} content
 * @returns {boolean} false: somebody is in it with the keyboard, and nothing is taken away
 */
function putInto(place, content) {
  if (place.contains(document.activeElement)) return false;
  place.replaceChildren(...content);
  return true;
}

/**
 * @param {Trace} trace
 * @param {string} hash
 */
function pictureOf(trace, hash) {
  const texts = [
    `${trace.count} ${trace.count === 1 ? 'transaction' : 'transactions'}`,
    trace.isCut && 'further ones are left out',
    trace.isWaiting && 'messages are on their way',
  ].filter(Boolean);
  return [element('p', {}, texts.join('; ')), tracePicture(trace, hash)];
}

/** @param {WholeTrace} whole */
function wordsOf({ actions, book, metadata }) {
  if (actions.length === 0) return [element('p', { class: 'quiet' }, 'No action of this trace is known.')];
  const items = actions
    .slice(0, ACTIONS_MAX)
    .map((action) => actionItem(action, { book, metadata, isOfOneTrace: true }));
  const left = actions.length - items.length;
  const rest = element('p', { class: 'quiet' }, `${left} further ones are left out.`);
  return [actionList('Actions of this trace', items), ...(left > 0 ? [rest] : [])];
}
