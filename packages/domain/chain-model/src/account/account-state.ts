import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { loadStateInit, resolveStateInit, type StateInit, storeStateInit } from '../message/state-init.ts';
import type { Hash } from '../primitives/hash.ts';

/** The state of an account. All kinds have the same fields; those that do not apply are null. */
export type AccountState<C = number> =
  | { readonly type: 'uninit'; readonly stateInit: null; readonly stateHash: null }
  | { readonly type: 'active'; readonly stateInit: StateInit<C>; readonly stateHash: null }
  /** `stateHash` is the hash of the StateInit that would thaw the account. */
  | { readonly type: 'frozen'; readonly stateInit: null; readonly stateHash: Hash };

/**
 * Reads:
 *
 * ```tlb
 * account_uninit$00 = AccountState;
 * account_active$1 _:StateInit = AccountState;
 * account_frozen$01 state_hash:bits256 = AccountState;
 * ```
 */
export function loadAccountState(slice: CellSlice): AccountState {
  if (slice.loadBit()) return { type: 'active', stateInit: loadStateInit(slice), stateHash: null };
  if (slice.loadBit()) return { type: 'frozen', stateInit: null, stateHash: slice.loadBytes(32) };
  return { type: 'uninit', stateInit: null, stateHash: null };
}

/** Writes what `loadAccountState` reads. */
export function storeAccountState(builder: CellBuilder, value: AccountState<Cell>): void {
  switch (value.type) {
    case 'uninit':
      builder.storeUint(0b00, 2);
      return;
    case 'active':
      builder.storeBit(1);
      storeStateInit(builder, value.stateInit);
      return;
    case 'frozen':
      builder.storeUint(0b01, 2).storeBytes(value.stateHash);
  }
}

/** The same with heap cells. */
export function resolveAccountState(bag: Bag, value: AccountState): AccountState<Cell> {
  if (value.type !== 'active') return value;
  return { type: 'active', stateInit: resolveStateInit(bag, value.stateInit), stateHash: null };
}
