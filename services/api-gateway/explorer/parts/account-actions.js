import { element } from '../page/element.js';
import { AskError } from '../reading/ask.js';
import { actionPages } from './action-pages.js';

/** @import { PageContext } from '../page/show-view.js' */

/** Rounds for which the actions of an account's newest transaction are waited for: its trace may be long. */
const ROUNDS_WAITED_MAX = 150;

/**
 * Returns the actions of an account. They are known later than its transactions: when their traces have ended.
 *
 * @param {PageContext} page
 * @param {string} address raw
 */
export function accountActions(page, address) {
  const place = element('div', {}, element('p', { class: 'quiet' }, 'They are not known yet.'));
  let shown = '';
  let [wantedLt, foundLt, roundsWaited] = [-1n, -1n, 0];
  /** @param {bigint} lastLt of the account's newest transaction */
  const update = async (lastLt) => {
    if (lastLt !== wantedLt) [wantedLt, roundsWaited] = [lastLt, 0];
    if (foundLt >= wantedLt || roundsWaited > ROUNDS_WAITED_MAX) return;
    roundsWaited += 1;
    const found = await actionPages(page, address).catch(notKnown);
    if (found === undefined || place.contains(document.activeElement)) return;
    foundLt = found.lastLt;
    // A list that says the same stays, so that nobody who reads it is disturbed.
    if (found.newest === shown && shown !== '') return;
    shown = found.newest;
    place.replaceChildren(found.content);
  };
  return { place, update };
}

/**
 * 503: no trace is classified yet. The page has more to show than actions.
 *
 * @param {unknown} error
 * @returns {undefined}
 */
function notKnown(error) {
  if (!(error instanceof AskError)) throw error;
}
