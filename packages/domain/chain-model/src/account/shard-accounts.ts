import { Bag, type Cell } from '@tonriver/boc';
import type { AugmentedRoot } from '../dictionary/dictionary-update.ts';
import { findInDictionary } from '../dictionary/dictionary-find.ts';
import type { HashmapAugKind } from '../dictionary/dictionary-kind.ts';
import { DictionaryWalk } from '../dictionary/dictionary-walk.ts';
import { loadHashmapAugE } from '../dictionary/hashmap.ts';
import type { Hash } from '../primitives/hash.ts';
import { zeroCurrencyCollection } from '../primitives/currency-collection.ts';
import { ensureRead } from '../primitives/reference.ts';
import { loadAccount } from './account.ts';
import { type DepthBalanceInfo, depthBalanceAugmentation, loadDepthBalanceInfo } from './depth-balance-info.ts';
import { loadShardAccount, type ShardAccount, storeShardAccount } from './shard-account.ts';

const keyBits = 256;

/** One account of a shard, with what it counts for in the dictionary. */
export interface KeyedShardAccount extends ShardAccount {
  /** The account's address inside its workchain. */
  readonly hash: Hash;
  readonly extra: DepthBalanceInfo;
}

/** A shard account to be written, with what it counts for. */
export interface ShardAccountEntry {
  readonly shardAccount: ShardAccount<Cell>;
  readonly extra: DepthBalanceInfo;
}

/** How accounts are written into `ShardAccounts`, for building and changing the dictionary on the heap. */
export const shardAccountsKind: HashmapAugKind<ShardAccountEntry, DepthBalanceInfo> = {
  keyBits,
  storeValue: (builder, { shardAccount }) => {
    storeShardAccount(builder, shardAccount);
  },
  augmentation: depthBalanceAugmentation,
  extraOf: ({ extra }) => extra,
};

/** Returns an account's part of the sum: its balance, and the length of its address's anycast prefix. */
export function depthBalanceOf(account: Cell): DepthBalanceInfo {
  const bag = Bag.of(account);
  const loaded = loadAccount(bag, bag.root);
  if (loaded === null) return { splitDepth: 0, balance: zeroCurrencyCollection };
  return { splitDepth: loaded.address.anycast?.depth ?? 0, balance: loaded.storage.balance };
}

/**
 * Reads root and extra of the accounts in `cell`:
 *
 * ```tlb
 * _ (HashmapAugE 256 ShardAccount DepthBalanceInfo) = ShardAccounts;
 * ```
 */
export function loadShardAccounts(bag: Bag, cell: number): AugmentedRoot<DepthBalanceInfo, number> {
  const slice = bag.slice(cell);
  const accounts = loadHashmapAugE(slice, loadDepthBalanceInfo);
  ensureRead(slice, 'ShardAccounts');
  return accounts;
}

/** The accounts under the dictionary's root in the order of their addresses, one at a time. */
export function* eachShardAccount(bag: Bag, root: number | null): Generator<KeyedShardAccount> {
  const walk = new DictionaryWalk(bag, root, keyBits, { isAugmented: true });
  while (walk.next()) {
    const leaf = walk.slice;
    const extra = loadDepthBalanceInfo(leaf);
    const { account, lastTransHash, lastTransLt } = loadShardAccount(leaf);
    ensureRead(leaf, 'ShardAccount');
    yield { hash: walk.key.slice(), extra, account, lastTransHash, lastTransLt };
  }
}

/** One account by its address inside the workchain; null when the shard has none there. */
export function findShardAccount(bag: Bag, root: number | null, hash: Hash): ShardAccount | null {
  const leaf = findInDictionary(bag, root, keyBits, hash);
  if (leaf === null) return null;
  loadDepthBalanceInfo(leaf);
  const account = loadShardAccount(leaf);
  ensureRead(leaf, 'ShardAccount');
  return account;
}
