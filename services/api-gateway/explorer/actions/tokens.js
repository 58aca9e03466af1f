import { oneLine } from '../texts/one-line.js';

/**
 * @import { Metadata } from '../reading/answers.d.ts'
 *
 * @typedef {object} Token what is known of a token
 * @property {string | undefined} symbol in one line
 * @property {string | undefined} name in one line
 * @property {number | undefined} decimals undefined: not known, so an amount is a number of its smallest units
 *
 * @typedef {(address: string) => Token | undefined} TokenOf
 */

/** TEP-64: a byte. */
const DECIMALS_MAX = 255;
/** What a jetton may call itself so that an amount of it looks like one of TON. */
const LIKE_TON = /^(ton|toncoin|gram|grams)$/i;

/**
 * Returns what the metadata of an answer know of a token.
 *
 * @param {Metadata | undefined} metadata
 * @returns {TokenOf}
 */
export function tokensOf(metadata) {
  return (address) => {
    const info = metadata?.[address]?.token_info.find(({ valid }) => valid !== false);
    if (info === undefined) return undefined;
    const symbol = wordOf(info.symbol);
    const isLikeTon = symbol !== undefined && LIKE_TON.test(symbol.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''));
    return {
      symbol: isLikeTon ? undefined : symbol,
      name: wordOf(info.name),
      decimals: decimalsOf(info.extra?.['decimals']),
    };
  };
}

/** @param {unknown} text */
function wordOf(text) {
  const word = typeof text === 'string' ? oneLine(text) : '';
  return word === '' ? undefined : word;
}

/** @param {unknown} value */
function decimalsOf(value) {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text)) return undefined;
  return Number(text) <= DECIMALS_MAX ? Number(text) : undefined;
}
