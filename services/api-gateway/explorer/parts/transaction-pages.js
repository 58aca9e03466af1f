import { element } from '../page/element.js';
import { moreButton } from './pages.js';
import { transactionRow, transactionTable } from './transaction-table.js';

/**
 * @import { Transaction, Transactions } from '../reading/answers.d.ts'
 * @import { PageContext } from '../page/show-view.js'
 */

const PAGE = 25;

/**
 * Returns a list of transactions, page by page.
 *
 * @param {PageContext} page
 * @param {object} list
 * @param {string} list.caption
 * @param {string} list.none what is said when there are none
 * @param {boolean} [list.isOfOne] whether all are of one account
 * @param {(last: Transaction | undefined, count: number) => Record<string, string | number>} list.query the filters of
 * the page after the transaction `last`, before which `count` are shown
 */
export async function transactionPages({ ask, announce }, { caption, none, isOfOne = false, query }) {
  let count = 0;
  /** @type {Transaction | undefined} */
  let last;
  const read = async () => {
    const answer = /** @type {Transactions} */ (await ask('transactions', { ...query(last, count), limit: PAGE }));
    count += answer.transactions.length;
    last = answer.transactions.at(-1) ?? last;
    return answer;
  };
  const { transactions, address_book: book } = await read();
  if (transactions.length === 0) return element('p', { class: 'quiet' }, none);
  const { frame, body } = transactionTable(caption, transactions, book, { isOfOne });
  if (transactions.length < PAGE) return frame;
  const addPage = async () => {
    const next = await read();
    body.append(...next.transactions.map((transaction) => transactionRow(transaction, next.address_book, { isOfOne })));
    return next.transactions.length === PAGE;
  };
  return element('div', {}, frame, moreButton(addPage, announce));
}
