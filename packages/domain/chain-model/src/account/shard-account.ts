import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import type { Hash } from '../primitives/hash.ts';

/** An account's cell with its last transaction. `C` is a cell number of the loader's bag, or a `Cell`. */
export interface ShardAccount<C = number> {
  /** The account: see `loadAccount`. */
  readonly account: C;
  readonly lastTransHash: Hash;
  readonly lastTransLt: bigint;
}

/**
 * Reads:
 *
 * ```tlb
 * account_descr$_ account:^Account last_trans_hash:bits256
 *   last_trans_lt:uint64 = ShardAccount;
 * ```
 */
export function loadShardAccount(slice: CellSlice): ShardAccount {
  return { account: slice.loadRef(), lastTransHash: slice.loadBytes(32), lastTransLt: slice.loadUint64() };
}

/** Writes what `loadShardAccount` reads. */
export function storeShardAccount(builder: CellBuilder, value: ShardAccount<Cell>): void {
  builder.storeRef(value.account).storeBytes(value.lastTransHash).storeUint(value.lastTransLt, 64);
}

/** The same with a heap cell. */
export function resolveShardAccount(bag: Bag, value: ShardAccount): ShardAccount<Cell> {
  return { ...value, account: bag.toCell(value.account) };
}
