import { Bag, serializeTree } from '@tonriver/boc';
import { loadAccount, loadHashmapEntries, loadShardAccount, hashToHex } from '@tonriver/chain-model';
import type { AccountAtPoint } from './chain-state.ts';

const noLibraries: ReadonlyMap<string, Uint8Array> = new Map();

/** The parts of a `ShardAccount` that a get-method sees. @throws {BocError | ChainModelError} for other bytes */
export function shardAccountParts(shardAccountBoc: Uint8Array): AccountAtPoint {
  const bag = Bag.parse(shardAccountBoc);
  const { account: cell, lastTransHash, lastTransLt } = loadShardAccount(bag.slice(bag.root));
  const account = loadAccount(bag, cell);
  const lastTransaction = { lt: lastTransLt, hash: lastTransHash };
  if (account === null) return { ...noAccount, lastTransaction };
  const { balance, state } = account.storage;
  const treeOf = (root: number | null | undefined): Uint8Array | null =>
    root === null || root === undefined ? null : serializeTree(bag, root);
  return {
    status: state.type,
    balance: balance.grams,
    extraCurrencies: balance.extra,
    codeBoc: treeOf(state.stateInit?.code),
    dataBoc: treeOf(state.stateInit?.data),
    ownLibraries: librariesOf(bag, state.stateInit?.library ?? null),
    lastTransaction,
  };
}

/** An account that does not exist. */
export const noAccount: AccountAtPoint = {
  status: 'nonexist',
  balance: 0n,
  extraCurrencies: [],
  codeBoc: null,
  dataBoc: null,
  ownLibraries: noLibraries,
  lastTransaction: { lt: 0n, hash: new Uint8Array(32) },
};

/** The account's own libraries, from a bag with their dictionary; null for none. */
export function ownLibrariesOf(dictionaryBoc: Uint8Array | null): ReadonlyMap<string, Uint8Array> {
  if (dictionaryBoc === null) return noLibraries;
  const bag = Bag.parse(dictionaryBoc);
  return librariesOf(bag, bag.root);
}

/** `simple_lib$_ public:Bool root:^Cell = SimpleLib;` in `Hashmap 256`. */
function librariesOf(bag: Bag, root: number | null): ReadonlyMap<string, Uint8Array> {
  if (root === null) return noLibraries;
  const entries = loadHashmapEntries(bag, root, 256, (slice) => {
    slice.skipBits(1);
    return slice.loadRef();
  });
  return new Map(entries.map(({ value }) => [hashToHex(bag.hash(value)), serializeTree(bag, value)]));
}
