import { element } from '../page/element.js';
import { accountActions } from '../parts/account-actions.js';
import { copiedText, fieldList, section } from '../parts/fields.js';
import { getMethodForm } from '../parts/get-method-form.js';
import { hashLink, nameOfAccount } from '../parts/links.js';
import { pendingActions } from '../parts/pending-actions.js';
import { transactionPages } from '../parts/transaction-pages.js';
import { AskError } from '../reading/ask.js';
import { shortAddress } from '../texts/address-text.js';
import { hexOfHash } from '../texts/hash-text.js';
import { tonText } from '../texts/number-text.js';

/**
 * @import { AccountState, AccountStates, AddressBook } from '../reading/answers.d.ts'
 * @import { PageContext, View } from '../page/show-view.js'
 */

/**
 * An account: its state, its history, and a form for its get-methods. State and history follow the chain.
 *
 * @param {PageContext} page
 * @param {{ readonly address: string }} route
 * @returns {Promise<View>}
 */
export async function accountView(page, { address }) {
  const book = /** @type {AddressBook} */ (await page.ask('addressBook', { address }));
  const [place, history] = [element('div', {}), element('div', {})];
  const actions = accountActions(page, address);
  const pending = pendingActions(page, address);
  let shownLt = '';
  const update = async () => {
    void pending.update();
    const state = await stateOf(page, address);
    if (state === undefined || state.last_transaction_lt !== shownLt) {
      const list = await historyOf(page, address);
      // A list in which somebody reads on is not taken away.
      if (!history.contains(document.activeElement)) {
        history.replaceChildren(list);
        place.replaceChildren(summary(address, state, book, page));
        shownLt = state?.last_transaction_lt ?? '';
      }
    }
    await actions.update(BigInt(state?.last_transaction_lt ?? 0));
  };
  await update();
  page.live.follow(update, page.signal);
  return {
    title: `Account ${shortAddress(nameOfAccount(address, book))}`,
    content: [
      place,
      section('Actions', pending.place, actions.place),
      section('History', history),
      section('Get-method', getMethodForm(address, page)),
    ],
  };
}

/**
 * @param {PageContext} page
 * @param {string} address
 * @returns {Promise<AccountState | undefined>} undefined: the state is not known
 */
async function stateOf({ ask }, address) {
  try {
    const { accounts } = /** @type {AccountStates} */ (await ask('accountStates', { address, include_boc: false }));
    return accounts[0];
  } catch (error) {
    if (error instanceof AskError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * @param {PageContext} page
 * @param {string} address
 */
async function historyOf(page, address) {
  return await transactionPages(page, {
    caption: 'Transactions of this account',
    none: 'No transaction of this account is indexed.',
    isOfOne: true,
    query: (last) => ({ account: address, ...(last === undefined ? {} : { end_lt: String(BigInt(last.lt) - 1n) }) }),
  });
}

/**
 * @param {string} address
 * @param {AccountState | undefined} state
 * @param {AddressBook} book
 * @param {PageContext} page
 */
function summary(address, state, book, { announce }) {
  const friendly = book[address]?.user_friendly;
  const currencies = Object.entries(state?.extra_currencies ?? {});
  const interfaces = state?.interfaces ?? [];
  return fieldList([
    ['Balance', state === undefined ? 'not known' : element('strong', {}, tonText(state.balance))],
    ['Extra currencies', currencies.length > 0 && currencies.map(([id, amount]) => `${amount} of ${id}`).join(', ')],
    ['Status', state === undefined ? 'no state of this account is known' : state.status],
    ['Address', friendly ? copiedText(friendly, 'Copy the address', announce) : undefined],
    ['Raw address', copiedText(address, 'Copy the raw address', announce)],
    ['Interfaces', interfaces.length > 0 && interfaces.join(', ')],
    ['Last transaction', state && hashLink('transaction', state.last_transaction_hash)],
    ['Code hash', state?.code_hash && element('code', { class: 'whole' }, hexOfHash(state.code_hash))],
    ['Data hash', state?.data_hash && element('code', { class: 'whole' }, hexOfHash(state.data_hash))],
    ['Frozen hash', state?.frozen_hash && element('code', { class: 'whole' }, hexOfHash(state.frozen_hash))],
  ]);
}
