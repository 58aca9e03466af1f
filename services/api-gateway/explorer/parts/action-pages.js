import { element } from '../page/element.js';
import { ALL_ACTION_TYPES } from '../reading/action-types.js';
import { actionItem, actionList } from './action-list.js';
import { moreButton } from './pages.js';

/**
 * @import { Actions } from '../reading/answers.d.ts'
 * @import { PageContext } from '../page/show-view.js'
 *
 * @typedef {object} ActionPages
 * @property {Node} content
 * @property {string} newest the ids of the first page: the same as long as nothing is new
 * @property {bigint} lastLt the end of the newest trace, 0 without one
 */

const PAGE = 20;

/**
 * Returns the actions of an account, newest first, page by page.
 *
 * @param {PageContext} page
 * @param {string} account raw address
 * @returns {Promise<ActionPages>}
 */
export async function actionPages({ ask, announce }, account) {
  /** Where the next page begins: at this end of a trace, behind the actions of it that are shown. */
  /** @type {string | undefined} */
  let endLt;
  let shownOfEnd = 0;
  const read = async () => {
    const common = { account, include_accounts: true, supported_action_types: ALL_ACTION_TYPES, limit: PAGE };
    const query = endLt === undefined ? common : { ...common, end_lt: endLt, offset: shownOfEnd };
    const answer = /** @type {Actions} */ (await ask('actions', query, { isPatient: endLt !== undefined }));
    const last = answer.actions.at(-1);
    if (last !== undefined) {
      const ofEnd = answer.actions.filter(({ trace_end_lt: lt }) => lt === last.trace_end_lt).length;
      shownOfEnd = last.trace_end_lt === endLt ? shownOfEnd + ofEnd : ofEnd;
      endLt = last.trace_end_lt;
    }
    return answer;
  };
  /** @param {Actions} answer */
  const itemsOf = ({ actions, address_book: book, metadata }) =>
    actions.map((action) => actionItem(action, { book, metadata }));
  const first = await read();
  const newest = first.actions.map(({ action_id: id }) => id).join(' ');
  const lastLt = BigInt(first.actions[0]?.trace_end_lt ?? 0);
  if (first.actions.length === 0) {
    return { content: element('p', { class: 'quiet' }, 'No action of this account is known.'), newest, lastLt };
  }
  const list = actionList('Actions of this account', itemsOf(first));
  if (first.actions.length < PAGE) return { content: list, newest, lastLt };
  const addPage = async () => {
    const next = await read();
    list.append(...itemsOf(next));
    return next.actions.length === PAGE;
  };
  return { content: element('div', {}, list, moreButton(addPage, announce)), newest, lastLt };
}
