import { element } from '../page/element.js';
import { linkTo } from '../page/route.js';
import { readAddress, shortAddress } from '../texts/address-text.js';
import { hexOfHash, shortHash } from '../texts/hash-text.js';
import { shortShard, unsignedHex } from '../texts/number-text.js';

/** @import { AddressBook, BlockRef } from '../reading/answers.d.ts' */

/** Accounts at the standard addresses of every network. */
const KNOWN = new Map([
  [`-1:${'0'.repeat(64)}`, 'System'],
  [`-1:${'3'.repeat(64)}`, 'Elector'],
  [`-1:${'5'.repeat(64)}`, 'Configuration'],
]);

/**
 * Returns what an account is called: its part in the network, its domain, or its user-friendly address.
 *
 * @param {string} address raw
 * @param {AddressBook} book
 */
export function nameOfAccount(address, book) {
  return KNOWN.get(address) ?? book[address]?.domain ?? book[address]?.user_friendly ?? address;
}

/**
 * Returns a link to an account; text where there is none or where it is no account.
 *
 * @param {string | null | undefined} address
 * @param {AddressBook} book
 * @param {{ readonly isWhole?: boolean, readonly title?: string }} [options] `title`: what the link says instead of a
 * name of the account
 */
export function accountLink(address, book, { isWhole = false, title } = {}) {
  if (!address) return element('span', { class: 'quiet' }, '—');
  if (readAddress(address) === undefined) return element('code', {}, isWhole ? address : shortAddress(address));
  const name = nameOfAccount(address, book);
  const href = linkTo({ name: 'account', address });
  if (title !== undefined) return element('a', { href, title: address, class: 'text' }, title);
  return element('a', { href, title: address, class: 'code' }, isWhole ? name : shortAddress(name));
}

/**
 * Returns a link to what has a hash.
 *
 * @param {'transaction' | 'message' | 'body'} name
 * @param {string} base64
 * @param {{ readonly isWhole?: boolean }} [options]
 */
export function hashLink(name, base64, { isWhole = false } = {}) {
  const hash = hexOfHash(base64);
  return element('a', { href: linkTo({ name, hash }), title: hash, class: 'code' }, isWhole ? hash : shortHash(hash));
}

/** @param {number} seqno */
export function roundLink(seqno) {
  return element('a', { href: linkTo({ name: 'round', seqno }), class: 'code' }, String(seqno));
}

/**
 * Returns a link to a block: (workchain,shard,seqno), in tables without the zeros at the end of the shard.
 *
 * @param {BlockRef} block
 * @param {{ readonly isWhole?: boolean }} [options]
 */
export function blockLink({ workchain, shard, seqno }, { isWhole = false } = {}) {
  const hex = unsignedHex(shard, 64);
  const href = linkTo({ name: 'block', workchain, shard: hex, seqno });
  const whole = `(${workchain},${hex},${seqno})`;
  return element(
    'a',
    { href, title: whole, class: 'code' },
    isWhole ? whole : `(${workchain},${shortShard(hex)},${seqno})`,
  );
}
