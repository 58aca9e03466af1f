import type { AccountAddress, Hash } from '@tonriver/chain-model';
import { createHiddenCurrencies, showCurrencies } from '../accounts/hidden-currencies.ts';
import { createBlocks } from '../blocks/blocks.ts';
import { createBlocksOfRounds } from '../blocks/blocks-of-rounds.ts';
import { createTouchedAccounts } from '../blocks/touched-accounts.ts';
import { createZeroState, type ZeroState } from '../blocks/zero-state.ts';
import { hexOf } from '../store/bytes.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { createCellTrees } from '../transactions/cells.ts';
import {
  type BlockHashes,
  type IndexedBlock,
  type IndexedRange,
  readBlockHashes,
  readIndexedBlock,
  readIndexedRange,
} from './indexed-block.ts';
import { createRememberedAccounts } from './remembered-accounts.ts';
import { createRememberedData } from './remembered-data.ts';
import { readChangedAccounts, type StoredAccount } from './stored-account.ts';
import { createStoredAccounts } from './stored-accounts.ts';
import { readStoredConfig, type StoredConfig } from './stored-config.ts';
import { readLibraryPresence } from './stored-library.ts';

/**
 * Reads the state of the chain at one block of the indexed range: what a get-method can see. Nothing is guessed: what
 * the rows do not prove is `unknown` or undefined, and the caller may ask elsewhere.
 *
 * Errors are those of the store, and `ReadingError` `overloaded` when too many reads wait.
 */
export interface StateReader {
  /** The newest range of complete rounds; undefined when no round is complete. */
  range(): Promise<IndexedRange | undefined>;
  /** A masterchain block of the range; undefined when it is not stored. */
  block(range: IndexedRange, seqno: number): Promise<IndexedBlock | undefined>;
  /** Hashes of masterchain blocks by seqno, for those that are stored. The zero state is not among them. */
  blockHashes(seqnos: readonly number[]): Promise<ReadonlyMap<number, BlockHashes>>;
  readonly zeroState: ZeroState;
  /**
   * The account after all transactions of the block's round. Extra currencies that its block does not show are those of
   * another state of the account; `extraCurrenciesHash` is not null only when no stored state shows them.
   */
  account(address: AccountAddress, block: IndexedBlock): Promise<StoredAccount>;
  /** Reads what the block's round changed in accounts that were asked for lately, before they are asked for again. */
  readAhead(block: IndexedBlock): Promise<void>;
  /** The data of a contract, as a bag; undefined when the rows do not give data with this hash. */
  accountData(
    address: AccountAddress,
    state: { readonly lt: bigint; readonly dataHash: Uint8Array },
  ): Promise<Uint8Array | undefined>;
  /** The configuration in force; undefined when it is not stored. */
  config(block: IndexedBlock): Promise<StoredConfig | undefined>;
  /** A public library of the masterchain, as a bag. */
  library(hash: Hash, block: IndexedBlock): Promise<Uint8Array | 'absent' | 'unknown'>;
  /** A tree of cells by the hash of its root, as a bag; undefined when it is not stored. */
  tree(hash: Hash): Promise<Uint8Array | undefined>;
}

/** How many keys share a query, and how many wait. A reader's callers limit their number themselves. */
const LOOK_UP_BOUNDS = { keysMax: 500, queriesMax: 8, waitingKeysMax: 50_000 };
/** Of accounts that are not remembered. Few queries at a time: what waits for them shares the next one. */
const FIRST_READ_BOUNDS = { ...LOOK_UP_BOUNDS, queriesMax: 2 };

export function createStateReader(store: ReadingStore): StateReader {
  const trees = createCellTrees(store, LOOK_UP_BOUNDS);
  const hiddenCurrencies = createHiddenCurrencies(store, LOOK_UP_BOUNDS);
  const blocksOfRounds = createBlocksOfRounds({ store, bounds: LOOK_UP_BOUNDS, cachePrefix: () => '' });
  const data = createRememberedData(store, FIRST_READ_BOUNDS);
  const accounts = createRememberedAccounts({
    read: createStoredAccounts(store, FIRST_READ_BOUNDS),
    async readChanged(changes) {
      // Most data have a row of their own at that time: then they come with the states.
      const [changed] = await Promise.all([readChangedAccounts(store, changes), data.readAhead(changes)]);
      await data.renew(changed);
      return changed;
    },
    touchedAccounts: createTouchedAccounts(createBlocks(store, LOOK_UP_BOUNDS), blocksOfRounds),
  });
  const tree: StateReader['tree'] = async (hash) => {
    const boc = await trees.get(hexOf(hash));
    // The bytes are a part of the result of a query, which may have been made for others too.
    return boc === undefined ? undefined : Uint8Array.from(boc);
  };
  return {
    range: () => readIndexedRange(store),
    block: (range, seqno) => readIndexedBlock(store, range, seqno),
    blockHashes: (seqnos) => readBlockHashes(store, seqnos),
    zeroState: createZeroState({ store }),
    async account(address, block) {
      const stored = await accounts.read(address, block);
      if (stored === 'absent' || stored === 'unknown') return stored;
      const [shown] = await showCurrencies([stored], () => stored, hiddenCurrencies);
      return shown ?? stored;
    },
    readAhead: (block) => accounts.readAhead(block),
    accountData: (address, state) => data.get(address, state),
    config: (block) => readStoredConfig(store, block),
    async library(hash, block) {
      const presence = await readLibraryPresence(store, hash, block);
      return presence === 'present' ? ((await tree(hash)) ?? 'unknown') : presence;
    },
    tree,
  };
}
