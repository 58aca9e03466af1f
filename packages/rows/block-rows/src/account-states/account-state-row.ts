import { type Bag, CellBuilder, type CellSlice } from '@tonriver/boc';
import {
  equalBytes,
  type ExtraCurrency,
  type InternalAddress,
  loadAccountState,
  loadExtraCurrencies,
  loadGrams,
  loadInternalAddress,
  loadStorageInfo,
  noExtraCurrencies,
  type StateInit,
} from '@tonriver/chain-model';
import type { AccountStateRow, LatestAccountStateRow } from '@tonriver/row-schema';
import { specialColumn } from '../special-column.ts';
import { rawAccount } from './raw-account.ts';

/** The columns of an account state that its Account cell does not give. */
export interface AccountStatePlace {
  readonly workchain: number;
  /** Address inside the workchain: the key among the shard's accounts. */
  readonly account: Uint8Array;
  /** Logical time of the last transaction before the state; 0 for none. */
  readonly lt: bigint;
  /** Hash of that transaction; zeros for none. */
  readonly transactionHash: Uint8Array;
  /** Masterchain seqno of its round; null when it is not known. */
  readonly mcBlockSeqno: number | null;
  readonly rowVersion: number;
}

/** A dictionary of extra currencies without pruned branches. It can replace a pruned branch with the same hash. */
interface ShownCurrencies {
  /** Root of the dictionary, in the bag of the state. */
  readonly cell: number;
  readonly hash: Uint8Array;
  readonly currencies: readonly ExtraCurrency[];
}

/** Reads the dictionary of another state. Called only when needed, because it takes as long as making a row. */
type ReadOtherCurrencies = () => ShownCurrencies | null;

const noOtherCurrencies: ReadOtherCurrencies = () => null;

const noBytes = new Uint8Array(0);

/** Hash of the cell of an account that does not exist: `account_none$0 = Account;`. */
export const noAccountHash: Uint8Array = new CellBuilder().storeBit(0).endCell().hash();

/** Returns the row of an account that does not exist: it was deleted, or not created yet. */
export function nonexistentStateRow(place: AccountStatePlace): AccountStateRow {
  return {
    workchain: place.workchain,
    account: place.account,
    lt: place.lt,
    transactionHash: place.transactionHash,
    hash: noAccountHash,
    mcBlockSeqno: place.mcBlockSeqno,
    status: 'nonexist',
    balance: 0n,
    extraCurrencies: noExtraCurrencies,
    extraCurrenciesHash: null,
    storageLt: 0n,
    storageCells: 0n,
    storageBits: 0n,
    storageDictHash: null,
    lastPaid: 0,
    duePayment: null,
    fixedPrefixLength: null,
    special: null,
    codeHash: null,
    codeDepth: 0,
    dataHash: null,
    dataDepth: 0,
    libraryHash: null,
    libraryDepth: 0,
    frozenHash: null,
    rawBoc: noBytes,
    rowVersion: place.rowVersion,
  };
}

/**
 * Returns the row of the state in an Account cell, which may be part of a Merkle update: code, data, libraries and the
 * dictionary of extra currencies may be pruned, but nothing else. Hashes are those of the whole cells (level 0).
 *
 * When the dictionary of extra currencies is pruned, calls `readOther` and uses its result if it has the same hash.
 *
 * @throws {ChainModelError | BocError} when the cell is not an Account
 */
export function accountStateRow(
  bag: Bag,
  cell: number,
  place: AccountStatePlace,
  readOther: ReadOtherCurrencies = noOtherCurrencies,
): AccountStateRow {
  const slice = bag.slice(cell);
  if (!slice.loadBit()) {
    slice.ensureEmpty();
    return nonexistentStateRow(place);
  }
  const address = loadInternalAddress(slice);
  const info = loadStorageInfo(slice);
  const storageLt = slice.loadUint64();
  const balance = loadGrams(slice);
  const { dictionary, extraCurrencies, extraCurrenciesHash } = loadBalances(slice, readOther);
  const state = loadAccountState(slice);
  slice.ensureEmpty();
  const needsRaw = slice.sawNonCanonical || extraCurrenciesHash !== null || !isPlainAddress(address, place);
  const { fixedPrefixLength, special, code, data, library } = state.stateInit ?? noStateInit;
  // Field by field: spreading so many fields takes longer than everything else done for the row.
  return {
    workchain: place.workchain,
    account: place.account,
    lt: place.lt,
    transactionHash: place.transactionHash,
    hash: bag.hash(cell, 0),
    mcBlockSeqno: place.mcBlockSeqno,
    status: state.type,
    balance,
    extraCurrencies,
    extraCurrenciesHash,
    storageLt,
    storageCells: BigInt(info.used.cells),
    storageBits: BigInt(info.used.bits),
    storageDictHash: info.storageDictHash,
    lastPaid: info.lastPaid,
    duePayment: info.duePayment,
    fixedPrefixLength,
    special: specialColumn(special),
    codeHash: hashOf(bag, code),
    codeDepth: depthOf(bag, code),
    dataHash: hashOf(bag, data),
    dataDepth: depthOf(bag, data),
    libraryHash: hashOf(bag, library),
    libraryDepth: depthOf(bag, library),
    frozenHash: state.stateHash,
    rawBoc: needsRaw ? rawAccount(bag, cell, dictionary) : noBytes,
    rowVersion: place.rowVersion,
  };
}

/** Returns the row of `latest_account_states` for the newest state of an account. */
export function latestAccountStateRow(row: AccountStateRow): LatestAccountStateRow {
  const { workchain, account, lt, hash, status, balance, codeHash, dataHash } = row;
  return { workchain, account, lt, hash, status, balance, codeHash, dataHash };
}

/** Reads the extra currencies of an Account and their dictionary; null when there are none or it is pruned. */
export function shownCurrencies(bag: Bag, cell: number): ShownCurrencies | null {
  const slice = atCurrencies(bag, cell);
  if (slice === null || !slice.preloadBit() || bag.levelMask(slice.preloadRef()) !== 0) return null;
  const dictionary = slice.preloadRef();
  slice.sawNonCanonical = false;
  const currencies = loadExtraCurrencies(slice);
  // A dictionary that is not canonical could not be rebuilt from its entries.
  return slice.sawNonCanonical ? null : { cell: dictionary, hash: bag.hash(dictionary), currencies };
}

/** Returns the root of an Account's dictionary of extra currencies, pruned or not; null when it has none. */
export function currencyDictionaryOf(bag: Bag, cell: number): number | null {
  const slice = atCurrencies(bag, cell);
  return slice?.preloadBit() === true ? slice.preloadRef() : null;
}

/** Reads an Account up to its extra currencies; null for an account that does not exist. */
function atCurrencies(bag: Bag, cell: number): CellSlice | null {
  const slice = bag.slice(cell);
  if (!slice.loadBit()) return null;
  loadInternalAddress(slice);
  loadStorageInfo(slice);
  slice.skipBits(64);
  loadGrams(slice);
  return slice;
}

const noStateInit: StateInit = { fixedPrefixLength: null, special: null, code: null, data: null, library: null };
const noDictionary = { extraCurrenciesHash: null, dictionary: null };

interface Balances extends Pick<AccountStateRow, 'extraCurrencies' | 'extraCurrenciesHash'> {
  /** Root of the dictionary if nothing of it is pruned. */
  readonly dictionary: number | null;
}

/** Reads extra currencies. A dictionary with a level other than 0 has pruned branches: then only its hash is known. */
function loadBalances(slice: CellSlice, readOther: ReadOtherCurrencies): Balances {
  const { bag } = slice;
  if (!slice.preloadBit()) return { extraCurrencies: loadExtraCurrencies(slice), ...noDictionary };
  const dictionary = slice.preloadRef();
  if (bag.levelMask(dictionary) === 0) {
    return { extraCurrencies: loadExtraCurrencies(slice), extraCurrenciesHash: null, dictionary };
  }
  slice.skipBits(1);
  slice.skipRefs(1);
  const hash = bag.hash(dictionary, 0);
  const known = readOther();
  if (known !== null && equalBytes(known.hash, hash)) {
    return { extraCurrencies: known.currencies, extraCurrenciesHash: null, dictionary: known.cell };
  }
  return { extraCurrencies: noExtraCurrencies, extraCurrenciesHash: hash, dictionary: null };
}

function hashOf(bag: Bag, cell: number | null): Uint8Array | null {
  return cell === null ? null : bag.hash(cell, 0);
}

function depthOf(bag: Bag, cell: number | null): number {
  return cell === null ? 0 : bag.depth(cell, 0);
}

/** Tells whether the row's columns `workchain` and `account` are the whole address. */
function isPlainAddress(address: InternalAddress, { workchain, account }: AccountStatePlace): boolean {
  return (
    address.type === 'std' &&
    address.anycast === null &&
    address.workchain === workchain &&
    equalBytes(address.hash, account)
  );
}
