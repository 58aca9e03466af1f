import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import {
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
} from '../primitives/currency-collection.ts';
import { type AccountState, loadAccountState, resolveAccountState, storeAccountState } from './account-state.ts';

/** The lt after the last transaction, the balance and the state of an account. */
export interface AccountStorage<C = number> {
  /** One more than the lt of the last transaction's last message: the lt from which the next may start. */
  readonly lastTransLt: bigint;
  readonly balance: CurrencyCollection;
  readonly state: AccountState<C>;
}

/**
 * Reads:
 *
 * ```tlb
 * account_storage$_ last_trans_lt:uint64
 *   balance:CurrencyCollection state:AccountState
 *   = AccountStorage;
 * ```
 */
export function loadAccountStorage(slice: CellSlice): AccountStorage {
  return {
    lastTransLt: slice.loadUint64(),
    balance: loadCurrencyCollection(slice),
    state: loadAccountState(slice),
  };
}

/** Writes what `loadAccountStorage` reads. */
export function storeAccountStorage(builder: CellBuilder, value: AccountStorage<Cell>): void {
  builder.storeUint(value.lastTransLt, 64);
  storeCurrencyCollection(builder, value.balance);
  storeAccountState(builder, value.state);
}

/** The same with heap cells. */
export function resolveAccountStorage(bag: Bag, value: AccountStorage): AccountStorage<Cell> {
  return { ...value, state: resolveAccountState(bag, value.state) };
}
