import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AccountAddress,
  type AccountState,
  buildHashmap,
  compareBytes,
  type CurrencyCollection,
  type Hash,
  standardAddress,
  storeAccount,
  storeCurrencyCollection,
  type StorageUsed,
  storeStateInit,
  type TickTock,
  ZERO_HASH,
} from '@tonriver/chain-model';
import { hashKey } from './address-prefix.ts';
import type { AccountRecord } from './transaction-outcome.ts';

/** A library that an account brings along. */
interface GenesisLibrary {
  readonly cell: Cell;
  /** Offered to all contracts, if the account is in the masterchain. */
  readonly isPublic: boolean;
}

/** A contract in a zero state. */
interface GenesisContract {
  readonly code: Cell | null;
  readonly data: Cell | null;
  readonly libraries?: readonly GenesisLibrary[];
  /** The transactions that a special account has in every masterchain block. */
  readonly tickTock?: TickTock;
  /** How many first bits of the address do not follow from the contract. */
  readonly fixedPrefixLength?: number;
}

/** An account in a zero state. */
export interface GenesisAccount {
  readonly address: AccountAddress;
  /** Extra currencies in ascending order. */
  readonly balance: CurrencyCollection;
  /** Uninit without; `frozenHash` is the hash of the StateInit that thaws the account. */
  readonly state?: GenesisContract | { readonly frozenHash: Hash };
  /** Pays no rent: an account that configuration parameter 31 names. */
  readonly isSpecial?: boolean;
}

/** Returns the account as a zero state of `genUtime` (seconds since 1970) contains it. */
export function createGenesisAccount(account: GenesisAccount, genUtime: number): AccountRecord {
  const { address, balance, isSpecial } = account;
  const state = stateOf(account);
  const builder = new CellBuilder();
  storeAccount(builder, {
    address: standardAddress(address),
    storageInfo: {
      used: storageUsed(balance, state),
      storageDictHash: null,
      lastPaid: isSpecial === true ? 0 : genUtime,
      duePayment: null,
    },
    storage: { lastTransLt: 0n, balance, state },
  });
  return {
    hash: address.hash,
    status: state.type,
    cell: builder.endCell(),
    balance,
    lastTransHash: ZERO_HASH,
    lastTransLt: 0n,
    endLt: 0n,
  };
}

function stateOf({ state }: GenesisAccount): AccountState<Cell> {
  if (state === undefined) return { type: 'uninit', stateInit: null, stateHash: null };
  if ('frozenHash' in state) return { type: 'frozen', stateInit: null, stateHash: state.frozenHash };
  const { code, data, libraries = [], tickTock = null, fixedPrefixLength = null } = state;
  const library = buildLibraries(libraries);
  return {
    type: 'active',
    stateInit: { fixedPrefixLength, special: tickTock, code, data, library },
    stateHash: null,
  };
}

/** Builds `Hashmap 256 SimpleLib`, by hash; null for none. */
function buildLibraries(libraries: readonly GenesisLibrary[]): Cell | null {
  const entries = libraries.map((value) => ({ key: value.cell.hash(), value }));
  return buildHashmap(
    entries.sort((left, right) => compareBytes(left.key, right.key)),
    {
      keyBits: 256,
      storeValue: (builder, { isPublic, cell }: GenesisLibrary) => void builder.storeBit(isPublic).storeRef(cell),
    },
  );
}

/**
 * Counts what the account pays for: the cells of its code, data and libraries, each once, and its storage itself
 * (`AccountStorage`). Extra currencies do not count since global version 10.
 */
function storageUsed(balance: CurrencyCollection, state: AccountState<Cell>): StorageUsed {
  const root = new CellBuilder().storeUint(0, 64);
  storeCurrencyCollection(root, { grams: balance.grams, extra: [] });
  const pending: Cell[] = [];
  if (state.type === 'active') {
    const init = new CellBuilder();
    storeStateInit(init, state.stateInit);
    root.storeBit(1).storeBuilder(init);
    pending.push(...init.endCell().refs);
  } else root.storeUint(0, state.type === 'frozen' ? 2 + 256 : 2);
  let bits = root.bitLength;
  const seen = new Set<string>();
  for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
    const key = hashKey(cell.hash());
    if (seen.has(key)) continue;
    seen.add(key);
    bits += cell.bitLength;
    pending.push(...cell.refs);
  }
  return { cells: 1 + seen.size, bits };
}
