import { element } from '../page/element.js';
import { ALL_ACTION_TYPES } from '../reading/action-types.js';
import { actionItem, actionList } from './action-list.js';
import { putFirst } from './put-first.js';

/**
 * @import { Actions } from '../reading/answers.d.ts'
 * @import { PageContext } from '../page/show-view.js'
 */

const ACTIONS_SHOWN = 10;
/** Ids that are kept so that no action is listed twice. */
const KNOWN_MAX = 500;
/** What is in nearly every trace: a long one would fill the list with it. */
const LEFT_OUT = ['tick_tock', 'call_contract', 'contract_deploy'];

/**
 * Returns a list of the newest actions, which `update` adds to. It never fails: it is not all that its page shows.
 *
 * @param {PageContext} page
 */
export function newestActions({ ask }) {
  const list = actionList('Newest actions', []);
  const empty = element('p', { class: 'quiet' }, 'Reading…');
  list.hidden = true;
  /** @type {Set<string>} */
  const known = new Set();
  const read = async () => {
    const query = { supported_action_types: ALL_ACTION_TYPES, exclude_action_type: LEFT_OUT, limit: ACTIONS_SHOWN };
    const asked = { ...query, include_accounts: true };
    const answer = /** @type {Actions} */ (await ask('actions', asked, { isPatient: false }));
    const { actions, address_book: book, metadata } = answer;
    for (const action of actions.filter(({ action_id: id }) => !known.has(id)).toReversed()) {
      known.add(action.action_id);
      putFirst(list, actionItem(action, { book, metadata }), ACTIONS_SHOWN);
    }
    for (const old of [...known].slice(0, -KNOWN_MAX)) known.delete(old);
    list.hidden = list.children.length === 0;
    empty.hidden = !list.hidden;
    empty.textContent = 'None yet, besides plain calls of contracts.';
  };
  const update = async () => {
    await read().catch(() => {
      empty.textContent = 'None is known yet.';
    });
  };
  return { list, empty, update };
}
