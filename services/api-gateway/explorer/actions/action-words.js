import { oneLine } from '../texts/one-line.js';
import { cutText } from '../texts/cut-text.js';
import { sentences } from './sentences.js';
import { readTemplate } from './template.js';
import { valueMakers } from './values.js';

/**
 * @import { Action } from '../reading/answers.d.ts'
 * @import { TemplatePart } from './template.js'
 * @import { TokenOf } from './tokens.js'
 * @import { Piece, Scene } from './values.js'
 */

const NAME_LETTERS_MAX = 60;

/**
 * Says in one sentence what an action did, or tried to do: words, and links to whom and to what.
 *
 * @param {Omit<Action, 'trace_id'>} action
 * @param {TokenOf} tokenOf
 * @returns {readonly Piece[]}
 */
export function actionWords(action, tokenOf) {
  const { details, success } = action;
  const isFailed = success === false;
  const template = templateOf(action, isFailed);
  const scene = { tokenOf, accounts: action.accounts ?? addressesIn(details) };
  if (template === undefined) {
    const ofWhom = wordsOf(readTemplate('{accounts}'), {}, isFailed, scene, true) ?? [];
    return [{ kind: 'text', text: `${actionName(action.type)} of ` }, ...ofWhom];
  }
  return wordsOf(readTemplate(template), details, isFailed, scene, true) ?? [];
}

/**
 * Returns a name of a type that can be read: `nft_put_on_sale` is "NFT put on sale".
 *
 * @param {string} type
 */
export function actionName(type) {
  const words = cutText(oneLine(type.replaceAll('_', ' ')), NAME_LETTERS_MAX)
    .replaceAll(/\b(nft|dns|ton|dvn|dkg|mev)\b/g, (word) => word.toUpperCase())
    .replaceAll(/\b(evaa|tonco)\b/g, (word) => word.toUpperCase())
    .replace(/^tgbtc/, 'tgBTC')
    .replace(/^layerzero/, 'LayerZero')
    .replace(/^dedust v2/, 'DeDust v2')
    .replace(/^jvault/, 'JVault');
  return words.startsWith('tgBTC') ? words : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/**
 * @param {Omit<Action, 'trace_id'>} action
 * @param {boolean} isFailed
 */
function templateOf({ type, details }, isFailed) {
  const sentence = Object.hasOwn(sentences, type) ? sentences[type] : undefined;
  if (sentence === undefined || typeof sentence === 'string') return sentence;
  return sentence.find((choice) => choice.if?.(details, isFailed) ?? true)?.say;
}

/**
 * @param {readonly TemplatePart[]} parts
 * @param {Readonly<Record<string, unknown>>} details
 * @param {boolean} isFailed
 * @param {Scene} scene
 * @param {boolean} [isNeeded] whether something is said for a value that is not known
 * @returns {readonly Piece[] | undefined} undefined: a value is not known
 */
function wordsOf(parts, details, isFailed, scene, isNeeded = false) {
  /** @type {Piece[]} */
  const words = [];
  for (const part of parts) {
    if (part.kind === 'text') words.push(part);
    else if (part.kind === 'verb') words.push({ kind: 'text', text: isFailed ? `tried to ${part.tried}` : part.done });
    else if (part.kind === 'optional') words.push(...(wordsOf(part.parts, details, isFailed, scene) ?? []));
    else {
      const value = valueMakers[part.what];
      if (value === undefined) throw new TypeError(`There is no value ${part.what}`);
      const made = value.make(
        part.keys.map((key) => memberOf(details, key)),
        scene,
      );
      if (made === undefined && !isNeeded) return undefined;
      words.push(...(made ?? [/** @type {const} */ ({ kind: 'text', text: value.unknown })]));
    }
  }
  return words;
}

/**
 * @param {unknown} details
 * @param {string} path
 * @returns {unknown}
 */
function memberOf(details, path) {
  /** @type {unknown} */
  let value = details;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = /** @type {Readonly<Record<string, unknown>>} */ (value)[name];
  }
  return value;
}

const RAW = /^-?\d+:[0-9A-F]{64}$/;

/**
 * @param {Readonly<Record<string, unknown>>} details
 * @returns {readonly string[]}
 */
function addressesIn(details) {
  return Object.values(details).flatMap((value) => (typeof value === 'string' && RAW.test(value) ? [value] : []));
}
