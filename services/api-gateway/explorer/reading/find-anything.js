import { readAddress } from '../texts/address-text.js';
import { readHash } from '../texts/hash-text.js';
import { unsignedHex } from '../texts/number-text.js';
import { AskError } from './ask.js';

/**
 * @import { Ask } from './ask.js'
 * @import { Route } from '../page/route.js'
 *
 * @typedef {{ readonly what: string, readonly route: Route }} Found
 */

/** A block: (workchain,shard,seqno) or workchain:shard:seqno. Zeros at the end of a shard may be left out. */
const BLOCK = /^\(?\s*(-?\d{1,10})[,:]\s*([0-9a-f]{1,16})[,:]\s*(\d{1,10})\s*\)?$/i;
const SEQNO = /^\d{1,10}$/;

/**
 * Finds what a text can mean: an address, a round, a block, or whatever has a hash.
 *
 * @param {Ask} ask
 * @param {string} given
 * @returns {Promise<readonly Found[]>} nothing when it means nothing that is stored
 */
export async function findAnything(ask, given) {
  const text = given.trim();
  const [, workchain, shard, seqno] = BLOCK.exec(text) ?? [];
  if (workchain !== undefined && shard !== undefined) {
    const route = /** @type {const} */ ({
      name: 'block',
      workchain: Number(workchain),
      shard: shard.toLowerCase().padEnd(16, '0'),
      seqno: Number(seqno),
    });
    return [{ what: 'Block', route }];
  }
  if (SEQNO.test(text)) return [{ what: 'Round', route: { name: 'round', seqno: Number(text) } }];
  const address = readAddress(text);
  if (address !== undefined) return [{ what: 'Account', route: { name: 'account', address } }];
  const hash = readHash(text);
  return hash === undefined ? [] : await findByHash(ask, hash);
}

/**
 * @param {Ask} ask
 * @param {string} hash
 * @returns {Promise<readonly Found[]>}
 */
async function findByHash(ask, hash) {
  const accounts = [`0:${hash.toUpperCase()}`, `-1:${hash.toUpperCase()}`];
  const [byHash, byMessage, byRoot, byFile, byBody, states] = await Promise.all([
    ask('transactions', { hash, limit: 1 }),
    ask('messages', { msg_hash: hash, limit: 1 }),
    ask('blocks', { root_hash: hash, limit: 1 }),
    ask('blocks', { file_hash: hash, limit: 1 }),
    ask('messages', { body_hash: hash, limit: 1 }),
    ask('accountStates', { address: accounts, include_boc: false }).catch(noAccounts),
  ]);
  /** @type {Found[]} */
  const found = [];
  if (byHash.transactions.length > 0) found.push({ what: 'Transaction', route: { name: 'transaction', hash } });
  if (byMessage.messages.length > 0) found.push({ what: 'Message', route: { name: 'message', hash } });
  for (const { workchain, shard, seqno } of [...byRoot.blocks, ...byFile.blocks].slice(0, 1)) {
    found.push({ what: 'Block', route: { name: 'block', workchain, shard: unsignedHex(shard, 64), seqno } });
  }
  if (byBody.messages.length > 0) found.push({ what: 'Messages with this body', route: { name: 'body', hash } });
  for (const { address } of states.accounts) found.push({ what: 'Account', route: { name: 'account', address } });
  return found;
}

/**
 * A state that is not known is no reason to find nothing else.
 *
 * @param {unknown} error
 */
function noAccounts(error) {
  if (error instanceof AskError && error.status === 404) return { accounts: [] };
  throw error;
}
