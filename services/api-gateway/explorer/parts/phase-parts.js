import { element } from '../page/element.js';
import { countText, tonText } from '../texts/number-text.js';
import { fieldList } from './fields.js';

/** @import { Description, Phase } from '../reading/answers.d.ts' */

const TITLES = /** @type {const} */ ([
  ['storage_ph', 'Storage'],
  ['credit_ph', 'Credit'],
  ['compute_ph', 'Compute'],
  ['action', 'Action'],
  ['bounce', 'Bounce'],
]);
/** Members that are amounts of nanotons. */
const AMOUNT = /(_fees?|fees_collected|fees_due|^credit|_fwd_fees)$/;
/** Members that say nothing to a person. */
const LEFT_OUT = /_hash$/;

/**
 * Returns the phases of a transaction, each with what it says of itself.
 *
 * @param {Description} description
 */
export function phaseParts(description) {
  const phases = TITLES.filter(([name]) => description[name] !== undefined).map(([name, title]) =>
    element('details', { class: 'phase' }, element('summary', {}, title), phaseFields(description[name] ?? {})),
  );
  return phases.length > 0 ? phases : [element('p', { class: 'quiet' }, 'This kind of transaction has none.')];
}

/** @param {Phase} phase */
function phaseFields(phase) {
  const shown = Object.entries(phase).filter(([name]) => !LEFT_OUT.test(name));
  return fieldList(shown.map(([name, value]) => [name.replaceAll('_', ' '), memberText(name, value)]));
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {string}
 */
function memberText(name, value) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([member, one]) => `${member}: ${countText(String(one))}`)
      .join(', ');
  }
  const text = String(value);
  if (AMOUNT.test(name)) return tonText(text);
  return /^\d{5,}$/.test(text) ? countText(text) : text;
}
