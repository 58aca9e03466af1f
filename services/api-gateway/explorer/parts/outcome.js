import { element } from '../page/element.js';

/** @import { Transaction } from '../reading/answers.d.ts' */

/**
 * Says in a few words how a transaction ended.
 *
 * @param {Transaction} transaction
 * @returns {{ readonly isGood: boolean, readonly text: string }}
 */
export function outcomeOf({ description }) {
  const { aborted, compute_ph: compute, action } = description;
  if (compute?.skipped === true) {
    // A plain transfer to an account without code is received all the same.
    return { isGood: aborted !== true, text: `not run: ${(compute.reason ?? 'no reason').replaceAll('_', ' ')}` };
  }
  if (compute?.success === false) return { isGood: false, text: `failed, exit code ${compute.exit_code}` };
  if (action?.success === false) return { isGood: false, text: `failed, action result ${action.result_code}` };
  if (aborted === true) return { isGood: false, text: 'aborted' };
  return { isGood: true, text: 'success' };
}

/**
 * Returns the outcome as a sign with its words.
 *
 * @param {Transaction} transaction
 */
export function outcomeSign(transaction) {
  const { isGood, text } = outcomeOf(transaction);
  const sign = element('span', { 'aria-hidden': 'true' }, isGood ? '✓ ' : '✕ ');
  return element('span', { class: isGood ? 'outcome good' : 'outcome bad' }, sign, text);
}
