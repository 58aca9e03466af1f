import { element } from '../page/element.js';
import { readAddress } from '../texts/address-text.js';
import { accountLink } from './links.js';
import { cutText } from '../texts/cut-text.js';

/** @import { AddressBook } from '../reading/answers.d.ts' */

const DEPTH_MAX = 16;
/** Parts of one value that are shown, because a contract can write lists of any length. */
const PARTS_MAX = 400;
/** A comment in a body may have 130,000 letters, and a transaction 255 messages. */
const LETTERS_MAX = 4_000;

/**
 * Returns a decoded value as nested lists. Everything in it is shown as text.
 *
 * @param {unknown} value
 * @param {AddressBook} book
 */
export function decodedValue(value, book) {
  let left = PARTS_MAX;
  /**
   * @param {unknown} part
   * @param {number} depth
   * @returns {Node}
   */
  const show = (part, depth) => {
    left -= 1;
    if (left < 0 || depth > DEPTH_MAX) return element('span', { class: 'quiet' }, '…');
    if (typeof part !== 'object' || part === null) return textPart(part, book);
    const members = Array.isArray(part) ? part.map((one, index) => [String(index), one]) : Object.entries(part);
    if (members.length === 0) return element('span', { class: 'quiet' }, Array.isArray(part) ? 'empty list' : 'empty');
    const rows = members
      .slice(0, Math.max(1, left))
      .map(([name, one]) =>
        element('div', { class: 'field' }, element('dt', {}, String(name)), element('dd', {}, show(one, depth + 1))),
      );
    return element('dl', { class: 'decoded' }, ...rows);
  };
  return show(value, 0);
}

/**
 * @param {unknown} value
 * @param {AddressBook} book
 */
function textPart(value, book) {
  if (value === null) return element('span', { class: 'quiet' }, 'null');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isAddress = /^-?\d+:/.test(text) && readAddress(text) !== undefined;
  return isAddress
    ? accountLink(readAddress(text), book, { isWhole: true })
    : element('span', { class: 'text' }, cutText(text, LETTERS_MAX));
}
