import type { Bag } from '@tonriver/boc';
import { badTag } from '../errors.ts';
import { DictionaryWalk } from '../dictionary/dictionary-walk.ts';
import { skipCurrencyCollection } from '../block/skip-currency-collection.ts';
import { loadShardAccount, type ShardAccount } from '../account/shard-account.ts';
import { ensureRead } from '../primitives/reference.ts';

const unsplitTag = 0x9023afe2;
const splitTag = 0x5f327da5;
const accountKeyBits = 256;
/** `split_depth:(#<= 30)`. */
const splitDepthBits = 5;
/** Among the references of a state. */
const accountsPosition = 1;

/** Sees one account. `account` is one buffer that is overwritten from account to account: copy it to keep it. */
export type ShownAccountVisitor = (account: Uint8Array, shardAccount: ShardAccount) => void;

/**
 * Visits the accounts that a side of a state update shows, in the order of their addresses: those below pruned branches
 * are passed over. `root` is an unsplit or a split state, of which anything may be pruned.
 *
 * Throws `ChainModelError` or `BocError` for anything but a state. Its time is bounded by the size of the bag.
 */
export function forEachShownAccount(bag: Bag, root: number, visit: ShownAccountVisitor): void {
  if (bag.isPruned(root)) return;
  const slice = bag.slice(root);
  const tag = slice.loadUint(32);
  if (tag === splitTag) {
    for (const half of [slice.loadRef(), slice.loadRef()]) {
      if (!bag.isPruned(half)) visitUnsplit(bag, half, visit);
    }
    ensureRead(slice, 'ShardState');
    return;
  }
  visitUnsplit(bag, root, visit);
}

function visitUnsplit(bag: Bag, root: number, visit: ShownAccountVisitor): void {
  const slice = bag.slice(root);
  const tag = slice.loadUint(32);
  if (tag !== unsplitTag) throw badTag('ShardStateUnsplit', tag);
  const accounts = slice.preloadRef(accountsPosition);
  if (bag.isPruned(accounts)) return;
  const dictionary = bag.slice(accounts);
  if (!dictionary.loadBit()) return;
  const walk = new DictionaryWalk(bag, dictionary.loadRef(), accountKeyBits, { isAugmented: true, skipsPruned: true });
  while (walk.next()) {
    const leaf = walk.slice;
    leaf.skipBits(splitDepthBits);
    skipCurrencyCollection(leaf);
    const shardAccount = loadShardAccount(leaf);
    ensureRead(leaf, 'ShardAccount');
    visit(walk.key, shardAccount);
  }
}
