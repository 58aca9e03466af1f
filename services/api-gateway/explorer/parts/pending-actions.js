import { element } from '../page/element.js';
import { ALL_ACTION_TYPES } from '../reading/action-types.js';
import { actionList, pendingItem } from './action-list.js';

/**
 * @import { PendingActions } from '../reading/answers.d.ts'
 * @import { PageContext } from '../page/show-view.js'
 */

/** A message may be sent at any time, and a round may be long in coming. */
const LOOK_MS = 2_000;
/** An answer that took long is asked for again the later: an account may have thousands. */
const PAUSE_SHARE = 10;
const SHOWN_MAX = 20;

/**
 * Returns the actions of an account that messages will have, or that blocks do not have all of yet. It is empty, and
 * not there to be seen, most of the time. It never fails: it is not all that its page shows.
 *
 * @param {PageContext} page
 * @param {string} account raw address
 */
export function pendingActions({ ask, live, signal }, account) {
  const list = actionList('Pending actions of this account', []);
  const more = element('p', { class: 'quiet' });
  const place = element('div', { class: 'waiting' }, list, more);
  place.hidden = true;
  let shown = '';
  let isAsking = false;
  let notBeforeMs = 0;
  const look = async () => {
    const query = { account, supported_action_types: ALL_ACTION_TYPES };
    const answer = /** @type {PendingActions} */ (await ask('pendingActions', query, { isPatient: false }));
    const { actions, address_book: book, metadata } = answer;
    const states = actions.map(({ action_id: id, finality }) => `${id} ${finality}`).join(' ');
    // A list that says the same stays, and so does one in which somebody reads on.
    if (states === shown || (actions.length > 0 && place.contains(document.activeElement))) return;
    shown = states;
    const first = actions.slice(0, SHOWN_MAX);
    list.replaceChildren(...first.map((action) => pendingItem(action, { book, metadata })));
    more.textContent = `${actions.length - first.length} more are pending.`;
    more.hidden = actions.length === first.length;
    place.hidden = actions.length === 0;
  };
  const update = async () => {
    const begunMs = performance.now();
    if (!live.hasPending() || isAsking || document.hidden || begunMs < notBeforeMs) return;
    isAsking = true;
    // What is not known now is asked for again soon. Until then an old list would be wrong.
    await look().catch(() => {
      shown = '';
      place.hidden = true;
    });
    isAsking = false;
    const endedMs = performance.now();
    notBeforeMs = endedMs + PAUSE_SHARE * (endedMs - begunMs);
  };
  const timer = setInterval(() => {
    if (live.state() === 'live') void update();
  }, LOOK_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return { place, update };
}
