import { element } from '../page/element.js';
import { ageText, timeText } from '../texts/time-text.js';

/** @import { Child } from '../page/element.js' */

/**
 * Returns a list of names and values. Values that are undefined are left out.
 *
 * @param {readonly (readonly [name: string, value: Child])[]} fields
 */
export function fieldList(fields) {
  const shown = fields.filter(([, value]) => value !== undefined && value !== false);
  const rows = shown.map(([name, value]) =>
    element('div', { class: 'field' }, element('dt', {}, name), element('dd', {}, value)),
  );
  return element('dl', { class: 'fields' }, ...rows);
}

/**
 * Returns a part of the page with a heading.
 *
 * @param {string} title
 * @param {...Child} content
 */
export function section(title, ...content) {
  return element('section', { class: 'section' }, element('h2', {}, title), ...content);
}

/**
 * Returns a Unix time with its age.
 *
 * @param {number | string} seconds
 */
export function timeOf(seconds) {
  const text = timeText(seconds);
  return element(
    'time',
    { datetime: `${text.replace(' ', 'T')}Z`, title: `${text} UTC` },
    ageText(seconds, Date.now()),
  );
}

/**
 * Returns a Unix time in full, with its age.
 *
 * @param {number | string} seconds
 */
export function wholeTimeOf(seconds) {
  return element('span', {}, `${timeText(seconds)} UTC (`, timeOf(seconds), ')');
}

/**
 * Returns a text with a button that copies it; the text alone where the browser lets no page copy.
 *
 * @param {string} text
 * @param {string} what for those who do not see the page: "Copy the address"
 * @param {(text: string) => void} announce
 */
export function copiedText(text, what, announce) {
  const shown = element('code', { class: 'whole' }, text);
  if (navigator.clipboard === undefined) return shown;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => announce('Copied'),
      () => announce('The browser did not allow to copy'),
    );
  const button = element(
    'button',
    { type: 'button', class: 'small', 'aria-label': what, onclick: () => void copy() },
    'Copy',
  );
  return element('span', { class: 'copied' }, shown, ' ', button);
}

/**
 * Returns a table in a frame that scrolls by itself where the page is narrow. Its parts say what they are, because on a
 * narrow page the rows of some tables are laid out as cards.
 *
 * @param {string} caption for those who do not see the page
 * @param {readonly (string | { readonly text: string, readonly kind: string })[]} columns
 * @param {readonly HTMLTableRowElement[]} rows
 * @param {string} [kind]
 */
export function table(caption, columns, rows, kind = '') {
  const heads = columns.map((column) => {
    const { text, kind: kindOfColumn } = typeof column === 'string' ? { text: column, kind: '' } : column;
    return element('th', { scope: 'col', role: 'columnheader', class: kindOfColumn }, text);
  });
  const body = element('tbody', { role: 'rowgroup' }, ...rows);
  const head = element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...heads));
  const shown = element(
    'table',
    { role: 'table', class: kind },
    element('caption', { class: 'hidden' }, caption),
    head,
    body,
  );
  const frame = element('div', { class: 'frame', tabindex: 0, role: 'region', 'aria-label': caption }, shown);
  return { frame, body };
}

/**
 * Returns a row of a table.
 *
 * @param {readonly (Child | { readonly shown: Child, readonly kind: string })[]} cells
 * @param {string} [kind]
 * @returns {HTMLTableRowElement}
 */
export function row(cells, kind = '') {
  const there = cells.filter((cell) => cell !== false && cell !== undefined);
  return element(
    'tr',
    { role: 'row', class: kind },
    ...there.map((cell) =>
      typeof cell === 'object' && 'shown' in cell
        ? element('td', { role: 'cell', class: cell.kind }, cell.shown)
        : element('td', { role: 'cell' }, cell),
    ),
  );
}
