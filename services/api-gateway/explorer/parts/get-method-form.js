import { AskError } from '../reading/ask.js';
import { element } from '../page/element.js';
import { countText } from '../texts/number-text.js';
import { fieldList } from './fields.js';
import { roundLink } from './links.js';

/**
 * @import { GetMethodResult, StackEntry } from '../reading/answers.d.ts'
 * @import { PageContext } from '../page/show-view.js'
 */

/** Names that are offered; any other can be given. */
const OFFERED = [
  'seqno',
  'get_public_key',
  'get_wallet_data',
  'get_jetton_data',
  'get_wallet_address',
  'get_nft_data',
  'get_collection_data',
  'get_sale_data',
];
const KINDS = /** @type {const} */ ({ num: 'Number', cell: 'Cell (base64)', slice: 'Slice (base64)', null: 'Null' });
const ARGUMENTS_MAX = 50;
const DEPTH_MAX = 16;
const ENTRIES_MAX = 1_000;

/**
 * Returns a form that runs a get-method of an account and shows its result.
 *
 * @param {string} address
 * @param {PageContext} page
 */
export function getMethodForm(address, { ask, announce }) {
  const method = element('input', {
    id: 'method',
    name: 'method',
    required: true,
    list: 'methods',
    maxlength: 128,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const list = element('ol', { class: 'arguments' });
  const result = element('div', { class: 'result' });
  const add = element('button', { type: 'button', onclick: () => addArgument(list) }, 'Add an argument');
  /** @param {Event} event */
  const run = async (event) => {
    event.preventDefault();
    result.replaceChildren(element('p', { class: 'quiet' }, 'Running…'));
    const body = { address, method: method.value.trim(), stack: argumentsOf(list) };
    const shown = await ask('runGetMethod', {}, { body }).then(resultOf, failureOf);
    result.replaceChildren(shown);
    announce('The get-method has ended');
  };
  return element(
    'form',
    { class: 'get-method', onsubmit: (event) => void run(event) },
    element('label', { for: 'method' }, 'Method'),
    method,
    element('datalist', { id: 'methods' }, ...OFFERED.map((value) => element('option', { value }))),
    list,
    element('p', { class: 'buttons' }, add, ' ', element('button', { type: 'submit', class: 'main' }, 'Run')),
    result,
  );
}

/** @param {HTMLOListElement} list */
function addArgument(list) {
  if (list.children.length >= ARGUMENTS_MAX) return;
  const kinds = Object.entries(KINDS).map(([value, name]) => element('option', { value }, name));
  const kind = element('select', { 'aria-label': 'Kind of the argument', name: 'kind' }, ...kinds);
  const value = element('input', {
    'aria-label': 'Value of the argument',
    name: 'value',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  kind.addEventListener('change', () => (value.disabled = kind.value === 'null'));
  const row = element('li', {}, kind, ' ', value, ' ');
  const remove = () => {
    row.remove();
    list.parentElement?.querySelector('button')?.focus();
  };
  row.append(element('button', { type: 'button', class: 'small', onclick: remove }, 'Remove'));
  list.append(row);
  kind.focus();
}

/** @param {HTMLOListElement} list */
function argumentsOf(list) {
  return Array.from(list.children, (row) => {
    const type = row.querySelector('select')?.value ?? '';
    const value = row.querySelector('input')?.value.trim() ?? '';
    return type === 'null' ? { type } : { type, value };
  });
}

/** @param {GetMethodResult} result */
function resultOf({ exit_code: exitCode, gas_used: gasUsed, stack, block }) {
  const isGood = exitCode === 0 || exitCode === 1;
  return element(
    'div',
    {},
    fieldList([
      ['Exit code', element('span', { class: isGood ? 'outcome good' : 'outcome bad' }, String(exitCode))],
      ['Gas', countText(gasUsed)],
      ['At round', roundLink(block.seqno)],
    ]),
    stack.length === 0 ? element('p', { class: 'quiet' }, 'The stack is empty.') : stackList(stack),
  );
}

/** @param {readonly StackEntry[]} stack */
function stackList(stack) {
  let left = ENTRIES_MAX;
  /**
   * @param {readonly StackEntry[]} entries
   * @param {number} depth
   * @returns {HTMLElement}
   */
  const show = (entries, depth) => {
    const shown = depth > DEPTH_MAX ? [] : entries.slice(0, Math.max(0, left));
    left -= shown.length;
    const rows = shown.map(({ type, value }) =>
      element(
        'li',
        {},
        element(
          'span',
          { class: 'kind' },
          typeof value !== 'string' && value.length === 0 ? 'null or empty list' : type,
        ),
        ' ',
        typeof value === 'string' ? element('code', { class: 'bag' }, valueText(type, value)) : show(value, depth + 1),
      ),
    );
    if (shown.length < entries.length) rows.push(element('li', {}, '…'));
    return element('ol', { class: 'stack', start: 0 }, ...rows);
  };
  return show(stack, 0);
}

/**
 * Numbers come in hexadecimal; a person reads them in decimal too.
 *
 * @param {string} type
 * @param {string} value
 */
function valueText(type, value) {
  const [, sign, digits] = /^(-?)(0x[0-9a-f]+)$/.exec(value) ?? [];
  if (type !== 'num' || digits === undefined) return value;
  return `${sign}${BigInt(digits)} (${value})`;
}

/** @param {unknown} error */
function failureOf(error) {
  const text = error instanceof AskError ? error.message : 'The get-method could not be run.';
  return element('p', { class: 'notice problem', role: 'alert' }, text);
}
