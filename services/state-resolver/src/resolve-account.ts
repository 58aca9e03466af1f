import { dataChangeRowsMax } from '@tonriver/block-rows';
import { type Cell, writeBag } from '@tonriver/boc';
import type { CellStore } from '@tonriver/cell-store';
import { hashFromHex, hashToHex } from '@tonriver/chain-model';
import { type AccountRecord, type AccountName, loadAccountRecord, replaceAccountRecord } from './account-record.ts';
import { readTree, treeCellsMax, unlessTooLarge } from './read-tree.ts';
import type { ResolverRows } from './resolver-rows.ts';

/** An account after a block. */
export interface AccountAfter extends AccountName {
  /** Logical time of its last transaction. */
  readonly lt: bigint;
  readonly codeHash: Uint8Array | null;
  readonly dataHash: Uint8Array | null;
  /** Whether code and data were added to the store for this account, and not as part of a whole state. */
  readonly isHeld: boolean;
}

/** Which rows there are of an account after a block, written for it or before it. */
export interface AccountWritten {
  /** Whether `account_data` has a row at its lt: the data changed and could be put together. */
  readonly hasData: boolean;
  /** Whether `cell_trees` has its code. */
  readonly hasCode: boolean;
}

/** Called when the code or data of an account could not be put together. */
export type OnUnresolved = (what: 'code' | 'data', account: AccountAfter) => void;

/** Called when the code or data of an account is another than before, or it is met for the first time. */
export type OnChanged = (account: AccountAfter, isCodeNew: boolean) => void;

export interface ResolveAccountDependencies {
  readonly store: CellStore;
  readonly rows: ResolverRows;
  readonly lineage: readonly number[];
  readonly onUnresolved: OnUnresolved;
  readonly onChanged: OnChanged;
}

/**
 * Writes what changed of an account: its code, once for all accounts, and its data, whole or as the cells that changed.
 * The choice depends only on the store, so a repeated round gives the same rows.
 */
export function resolveAccount(dependencies: ResolveAccountDependencies, after: AccountAfter): AccountWritten {
  const { store, lineage, onUnresolved, onChanged } = dependencies;
  const { codeHash, dataHash, isHeld } = after;
  const before = loadAccountRecord(store, lineage, after);
  const hasCode = codeHash !== null && writeCode(dependencies, codeHash);
  if (codeHash !== null && !hasCode) onUnresolved('code', after);
  const { hasRow: hasData, ...data } =
    dataHash === null ? { ...noData, hasRow: false } : writeData(dependencies, after, dataHash, before);
  if (dataHash !== null && data.wholeBytes === 0) onUnresolved('data', after);
  // An account without code and data needs a record only to replace an earlier one.
  if (before === undefined && codeHash === null && dataHash === null) return { hasData, hasCode };
  const to = { data: hexOf(dataHash), code: hexOf(codeHash) };
  if (to.code !== before?.code || to.data !== before.data) onChanged(after, to.code !== before?.code);
  replaceAccountRecord(store, lineage, after, { from: before, to: { ...to, ...data, isHeld } });
  return { hasData, hasCode };
}

/**
 * Whether code or data that could not be put together is still missing: another block or a source may have brought it.
 */
export function isUnresolved(
  { store, lineage }: Pick<ResolveAccountDependencies, 'store' | 'lineage'>,
  what: 'code' | 'data',
  after: AccountAfter,
): boolean {
  if (what === 'code') return after.codeHash !== null && store.record(codeKey(after.codeHash)) === undefined;
  const record = loadAccountRecord(store, lineage, after);
  if (after.dataHash === null || record?.data !== hashToHex(after.dataHash)) return true;
  return record.wholeBytes === 0;
}

function hexOf(hash: Uint8Array | null): string | null {
  return hash === null ? null : hashToHex(hash);
}

function codeKey(hash: Uint8Array): string {
  return `code/${hashToHex(hash)}`;
}

type DataPart = Pick<AccountRecord, 'wholeBytes' | 'changedBytes' | 'changeRows'>;

const noData: DataPart = { wholeBytes: 0, changedBytes: 0, changeRows: 0 };

/** @returns false when a cell of the code is not known */
function writeCode({ store, rows }: ResolveAccountDependencies, hash: Uint8Array): boolean {
  const key = codeKey(hash);
  if (store.record(key) !== undefined) return true;
  const code = readWhole(store, hash);
  if (code === undefined) return false;
  rows.cellTrees.add({ hash, boc: writeBag([code]) });
  store.putRecord(key, written);
  return true;
}

const written = new Uint8Array([1]);

function writeData(
  { store, rows }: ResolveAccountDependencies,
  after: AccountAfter,
  hash: Uint8Array,
  before: AccountRecord | undefined,
): DataPart & { readonly hasRow: boolean } {
  const isResolvedBefore = before !== undefined && before.data !== null && before.wholeBytes > 0;
  if (isResolvedBefore && before.data === hashToHex(hash)) {
    const { wholeBytes, changedBytes, changeRows } = before;
    return { wholeBytes, changedBytes, changeRows, hasRow: false };
  }
  const add = (dataBoc: Uint8Array, isWhole: boolean): void =>
    rows.accountData.add({
      workchain: after.workchain,
      account: after.account,
      lt: after.lt,
      dataHash: hash,
      isWhole,
      dataBoc,
    });
  const change = isResolvedBefore ? changeOf(store, hash, before) : undefined;
  if (change !== undefined && change.levelMask !== 0) {
    const boc = writeBag([change]);
    const part: DataPart = {
      wholeBytes: before!.wholeBytes,
      changedBytes: before!.changedBytes + boc.length,
      changeRows: before!.changeRows + 1,
    };
    if (part.changedBytes <= part.wholeBytes && part.changeRows <= dataChangeRowsMax) {
      add(boc, false);
      return { ...part, hasRow: true };
    }
  }
  const whole = readWhole(store, hash);
  if (whole === undefined) return { ...noData, hasRow: false };
  const boc = writeBag([whole]);
  add(boc, true);
  return { wholeBytes: boc.length, changedBytes: 0, changeRows: 0, hasRow: true };
}

/**
 * Returns the cells of the data that the data before does not have: all if nothing is shared; undefined if not known.
 */
function changeOf(store: CellStore, to: Uint8Array, before: AccountRecord): Cell | undefined {
  if (before.data === null) return undefined;
  const from = hashFromHex(before.data);
  if (!store.isComplete(from) || !store.isComplete(to)) return undefined;
  return unlessTooLarge(() => store.readChanged({ from, to }, { cellsMax: treeCellsMax }));
}

function readWhole(store: CellStore, hash: Uint8Array): Cell | undefined {
  return store.isComplete(hash) ? readTree(store, hash) : undefined;
}
