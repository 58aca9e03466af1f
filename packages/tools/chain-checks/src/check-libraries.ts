import type { Bag } from '@tonriver/boc';
import {
  eachShardAccount,
  equalBytes,
  hashToHex,
  loadAccount,
  loadSharedLibraries,
  loadShardAccounts,
  loadSimpleLibs,
} from '@tonriver/chain-model';
import type { KnownBlock } from './chain-checker.ts';
import { expectThat } from './expect-that.ts';

/** Checks that a state offers the public libraries of its accounts, if it is the masterchain's, and no others. */
export function checkLibraries({ state, stateBag }: Pick<KnownBlock, 'state' | 'stateBag'>): void {
  const isMasterchain = state.custom !== null;
  const expected = isMasterchain ? publishedIn(stateBag, state.accounts) : new Map<string, string[]>();
  const libraries = loadSharedLibraries(stateBag, state.libraries);
  expectThat(libraries.length === expected.size, 'the state has the public libraries of its accounts');
  for (const { key, value } of libraries) {
    expectThat(equalBytes(stateBag.hash(value.library), key), 'a library lies under its hash');
    const publishers = value.publishers.map(hashToHex).join(' ');
    expectThat(publishers === expected.get(hashToHex(key))?.join(' '), 'a library has the accounts that publish it');
  }
}

/** Library → the accounts that publish it, in ascending order. */
function publishedIn(bag: Bag, accounts: number): Map<string, string[]> {
  const published = new Map<string, string[]>();
  for (const { hash, account: cell } of eachShardAccount(bag, loadShardAccounts(bag, accounts).root)) {
    const library = loadAccount(bag, cell)?.storage.state.stateInit?.library ?? null;
    for (const { hash: key, isPublic, root } of loadSimpleLibs(bag, library)) {
      if (!isPublic || !equalBytes(bag.hash(root), key)) continue;
      const name = hashToHex(key);
      published.set(name, [...(published.get(name) ?? []), hashToHex(hash)]);
    }
  }
  return published;
}
