import { cutText } from '../texts/cut-text.js';
import { shortHash } from '../texts/hash-text.js';
import { countText, decimalText, tonText } from '../texts/number-text.js';
import { oneLine } from '../texts/one-line.js';
import { timeText } from '../texts/time-text.js';

/**
 * @import { Token, TokenOf } from './tokens.js'
 *
 * @typedef {{ readonly kind: 'text', readonly text: string }
 *   | { readonly kind: 'said', readonly text: string }
 *   | { readonly kind: 'account', readonly address: string }
 *   | { readonly kind: 'token', readonly address: string, readonly noun: string, readonly name?: string | undefined
 *   }} Piece a part of a sentence: words of this page, words of a stranger, a link to an account, a link to a token, by
 * the name that its creator gave it if there is one
 *
 * @typedef {object} Scene what a value is made in
 * @property {TokenOf} tokenOf
 * @property {readonly string[]} accounts all that take part, raw
 *
 * @typedef {object} Value
 * @property {(values: readonly unknown[], scene: Scene) => readonly Piece[] | undefined} make undefined: not known
 * @property {string} unknown what is said then
 */

const QUOTE_LETTERS_MAX = 120;
const WORD_LETTERS_MAX = 66;
const NAME_LETTERS_MAX = 32;
/** Accounts, rewards, currencies of one action that are named. */
const LIST_MAX = 5;

const DEXES = new Map([
  ['stonfi', 'STON.fi'],
  ['stonfi_v2', 'STON.fi v2'],
  ['dedust', 'DeDust'],
  ['dedust_v2', 'DeDust v2'],
  ['tonco', 'TONCO'],
  ['coffee', 'swap.coffee'],
]);

/** SHA-256 of the names of records (TEP-81). */
const RECORDS = new Map([
  ['e8d44050873dba865aa7c170ab4cce64d90839a34dcfd6cf71d14e0205443b1b', 'wallet'],
  ['fbae041b02c41ed0fd8a4efb039bc780dd6af4a1f0c420f42561ae705dda43fe', 'site'],
  ['49a25f9feefaffecad0fcd30c50dc9331cff8b55ece53def6285c09e17e6f5d7', 'storage'],
  ['19f02441ee588fdb26ee24b2568dd035c3c9206e11ab979be62e55558a1d17ff', 'next resolver'],
]);

/** @type {(text: string) => Piece} */
const text = (words) => ({ kind: 'text', text: words });
/** @type {(words: string, lettersMax: number) => Piece} */
const said = (words, lettersMax) => ({ kind: 'said', text: cutText(oneLine(words), lettersMax) });
/** @param {unknown} value */
const isText = (value) => typeof value === 'string' && value !== '';
/** @param {unknown} value */
const digitsOf = (value) => (/^-?\d+$/.test(String(value)) ? String(value) : undefined);

/**
 * @param {string} address
 * @param {string} noun
 * @param {Token | undefined} token
 * @param {'symbol' | 'name'} member
 * @returns {Piece}
 */
function tokenPiece(address, noun, token, member) {
  const name = token?.[member];
  return { kind: 'token', address, noun, name: name === undefined ? undefined : cutText(name, NAME_LETTERS_MAX) };
}

/**
 * An amount of a jetton: in whole coins where its decimals are known, else in its smallest units.
 *
 * @param {unknown} amount
 * @param {unknown} asset
 * @param {Scene} scene
 * @returns {readonly Piece[] | undefined}
 */
function jettonAmount(amount, asset, { tokenOf }) {
  const digits = digitsOf(amount);
  if (digits === undefined) return undefined;
  if (typeof asset !== 'string') return [text(`${countText(digits)} smallest units of a jetton that is not known`)];
  const token = tokenOf(asset);
  const piece = tokenPiece(asset, 'jetton', token, 'symbol');
  return token?.decimals === undefined
    ? [text(`${countText(digits)} smallest units of `), piece]
    : [text(`${decimalText(digits, token.decimals)} `), piece];
}

/**
 * An amount of TON or, with an asset, of a jetton.
 *
 * @param {unknown} amount
 * @param {unknown} asset null: TON
 * @param {Scene} scene
 */
function assetAmount(amount, asset, scene) {
  if (asset !== null && asset !== undefined) return jettonAmount(amount, asset, scene);
  const digits = digitsOf(amount);
  return digits === undefined ? undefined : [text(tonText(digits))];
}

/**
 * @param {readonly (readonly Piece[])[]} items
 * @param {number} [count] of all, where only some are given
 * @returns {readonly Piece[] | undefined}
 */
function listed(items, count = items.length) {
  if (items.length === 0) return undefined;
  const left = count - items.length;
  const all = left > 0 ? [...items, [text(`${left} more`)]] : items;
  return all.flatMap((item, index) =>
    index === 0 ? item : [text(index === all.length - 1 ? ' and ' : ', '), ...item],
  );
}

/** @param {unknown} addresses */
function accountList(addresses) {
  const all = Array.isArray(addresses) ? addresses.filter(isText) : [];
  /** @type {(readonly Piece[])[]} */
  const pieces = all.slice(0, LIST_MAX).map((address) => [{ kind: 'account', address }]);
  return listed(pieces, all.length);
}

/**
 * What goes into a pool or comes out of it. A side of which nothing moved is not named.
 *
 * @param {readonly unknown[]} pairs amount, asset, amount, asset
 * @param {Scene} scene
 */
function sides([firstAmount, firstAsset, secondAmount, secondAsset], scene) {
  const [first, second] = [digitsOf(firstAmount), digitsOf(secondAmount)];
  const isMoved = (/** @type {string | undefined} */ amount) => amount !== undefined && amount !== '0';
  if (isMoved(first) && isMoved(second) && !firstAsset && !secondAsset) {
    // No pool has TON on both sides: one of the assets is not known.
    return [text(`${countText(first ?? '')} and ${countText(second ?? '')} smallest units of two coins`)];
  }
  const both = [
    isMoved(first) ? assetAmount(first, firstAsset, scene) : undefined,
    isMoved(second) ? assetAmount(second, secondAsset, scene) : undefined,
  ];
  return listed(both.filter((side) => side !== undefined));
}

/** @param {readonly unknown[]} maps currency → amount */
function currencies(maps) {
  const all = maps.flatMap((map) => Object.entries(map ?? {}));
  const shown = all.slice(0, LIST_MAX).map(([id, amount]) => {
    return [text(`${countText(digitsOf(amount) ?? '0')} of the extra currency ${digitsOf(id) ?? '?'}`)];
  });
  return listed(shown, all.length);
}

/** @type {(noun: string, member: 'symbol' | 'name') => Value} */
const tokenValue = (noun, member) => ({
  make: ([address], { tokenOf }) =>
    typeof address === 'string' ? [tokenPiece(address, noun, tokenOf(address), member)] : undefined,
  unknown: `a ${noun} that is not known`,
});

/** What stands in templates: how a value is made of members of the details, and what is said when it is not known. */
export const valueMakers = /** @type {Readonly<Record<string, Value>>} */ ({
  account: {
    make: ([address]) => (typeof address === 'string' ? [{ kind: 'account', address }] : undefined),
    unknown: 'an account that is not known',
  },
  accounts: {
    make: ([addresses], { accounts }) => accountList(addresses ?? accounts),
    unknown: 'accounts that are not known',
  },
  ton: {
    make: ([amount]) => assetAmount(amount, null, { tokenOf: () => undefined, accounts: [] }),
    unknown: 'an amount that is not known',
  },
  jetton: {
    make: ([amount, asset], scene) => jettonAmount(amount, asset, scene),
    unknown: 'an amount that is not known',
  },
  /** TON where the asset is null. */
  asset: {
    make: ([amount, asset], scene) => assetAmount(amount, asset, scene),
    unknown: 'an amount that is not known',
  },
  coin: {
    make: ([asset], { tokenOf }) =>
      typeof asset === 'string' ? [tokenPiece(asset, 'jetton', tokenOf(asset), 'symbol')] : [text('TON')],
    unknown: 'TON',
  },
  sides: { make: sides, unknown: 'liquidity' },
  token: tokenValue('jetton', 'symbol'),
  item: tokenValue('NFT', 'name'),
  domain: tokenValue('domain', 'name'),
  collection: tokenValue('collection', 'name'),
  pool: {
    make: ([address]) => (typeof address === 'string' ? [text('the pool '), { kind: 'account', address }] : undefined),
    unknown: 'a pool',
  },
  dex: {
    make: ([dex]) => {
      if (typeof dex !== 'string' || dex === '') return undefined;
      const name = DEXES.get(dex);
      return [name === undefined ? said(dex, NAME_LETTERS_MAX) : text(name)];
    },
    unknown: 'an exchange that is not known',
  },
  comment: {
    make([comment, isEncrypted]) {
      if (isEncrypted === true) return [text('an encrypted comment')];
      return typeof comment === 'string' && oneLine(comment) !== ''
        ? [text('the comment “'), said(comment, QUOTE_LETTERS_MAX), text('”')]
        : undefined;
    },
    unknown: 'no comment',
  },
  quote: {
    make: ([words]) => (typeof words === 'string' ? [text('“'), said(words, QUOTE_LETTERS_MAX), text('”')] : undefined),
    unknown: 'a text that is not known',
  },
  code: {
    make: ([words]) =>
      typeof words === 'string' && words !== '' ? [said(shortHash(words), WORD_LETTERS_MAX)] : undefined,
    unknown: 'not known',
  },
  reason: {
    make: ([words]) =>
      typeof words === 'string' && words !== '' ? [said(words.replaceAll('_', ' '), WORD_LETTERS_MAX)] : undefined,
    unknown: 'not known',
  },
  number: {
    make([number]) {
      const digits = digitsOf(number);
      return digits === undefined ? undefined : [text(countText(digits))];
    },
    unknown: 'a number that is not known',
  },
  /** A number that tells one thing from another, and has no size. */
  id: {
    make([number]) {
      const digits = digitsOf(number);
      return digits === undefined ? undefined : [said(digits, WORD_LETTERS_MAX)];
    },
    unknown: 'a number that is not known',
  },
  /** How many a list has, if it has more than one. */
  several: {
    make: ([list]) => (Array.isArray(list) && list.length > 1 ? [text(countText(list.length))] : undefined),
    unknown: 'one',
  },
  time: {
    make([seconds]) {
      const digits = digitsOf(seconds);
      // The largest Unix time that JavaScript has.
      return digits === undefined || Number(digits) > 8.64e12 ? undefined : [text(`${timeText(digits)} UTC`)];
    },
    unknown: 'a time that is not known',
  },
  days: {
    make([seconds]) {
      const digits = digitsOf(seconds);
      if (digits === undefined) return undefined;
      const days = Math.round(Number(digits) / 8_640) / 10;
      return [text(`${days} ${days === 1 ? 'day' : 'days'}`)];
    },
    unknown: 'a time that is not known',
  },
  record: {
    make: ([key]) =>
      typeof key === 'string'
        ? [
            text(RECORDS.get(key) ?? 'record '),
            ...(RECORDS.has(key) ? [text(' record')] : [said(shortHash(key), WORD_LETTERS_MAX)]),
          ]
        : undefined,
    unknown: 'record',
  },
  currencies: { make: currencies, unknown: 'extra currencies' },
  rewards: {
    make([rewards], scene) {
      const all = Array.isArray(rewards) ? rewards : [];
      const shown = all.slice(0, LIST_MAX).map(({ amount, jetton }) => jettonAmount(amount, jetton, scene) ?? []);
      return listed(shown, all.length);
    },
    unknown: 'nothing',
  },
});
