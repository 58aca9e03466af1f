import type { Bag, Cell, CellBuilder } from '@tonriver/boc';
import { type InternalAddress, loadInternalAddress, storeInternalAddress } from '../address/message-address.ts';
import { ensureRead } from '../primitives/reference.ts';
import {
  type AccountStorage,
  loadAccountStorage,
  resolveAccountStorage,
  storeAccountStorage,
} from './account-storage.ts';
import { loadStorageInfo, type StorageInfo, storeStorageInfo } from './storage-info.ts';

/** An account as it is written: what `storeAccount` needs. Null in place of it is `account_none`. */
export interface AccountParts<C = number> {
  readonly address: InternalAddress;
  readonly storageInfo: StorageInfo;
  readonly storage: AccountStorage<C>;
}

/** An account as it was read. */
export interface Account<C = number> extends AccountParts<C> {
  /** True when `storeAccount` of these fields gives the identical cell. */
  readonly isCanonical: boolean;
}

/**
 * Reads the account in `cell`; null for an account that does not exist.
 *
 * ```tlb
 * account_none$0 = Account;
 * account$1 addr:MsgAddressInt storage_stat:StorageInfo
 *   storage:AccountStorage = Account;
 * ```
 *
 * Throws `ChainModelError` or `BocError` (`cell_underflow`; `cell_exotic` when it is pruned) for anything else.
 */
export function loadAccount(bag: Bag, cell: number): Account | null {
  const slice = bag.slice(cell);
  if (!slice.loadBit()) {
    ensureRead(slice, 'Account');
    return null;
  }
  const address = loadInternalAddress(slice);
  const storageInfo = loadStorageInfo(slice);
  const storage = loadAccountStorage(slice);
  ensureRead(slice, 'Account');
  return { address, storageInfo, storage, isCanonical: !slice.sawNonCanonical };
}

/** Writes what `loadAccount` reads. */
export function storeAccount(builder: CellBuilder, value: AccountParts<Cell> | null): void {
  builder.storeBit(value !== null);
  if (value === null) return;
  storeInternalAddress(builder, value.address);
  storeStorageInfo(builder, value.storageInfo);
  storeAccountStorage(builder, value.storage);
}

/** The same account with heap cells. */
export function resolveAccount(bag: Bag, account: Account): Account<Cell> {
  return { ...account, storage: resolveAccountStorage(bag, account.storage) };
}
