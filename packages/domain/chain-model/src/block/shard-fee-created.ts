import type { CellBuilder, CellSlice } from '@tonriver/boc';
import {
  addCurrencyCollections,
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
} from '../primitives/index.ts';

/** Fees collected and amounts created by the new blocks of a shard; value and extra of the dictionary of shard fees. */
export interface ShardFeeCreated {
  readonly fees: CurrencyCollection;
  readonly create: CurrencyCollection;
}

/**
 * Reads:
 *
 * ```tlb
 * _ fees:CurrencyCollection create:CurrencyCollection = ShardFeeCreated;
 * _ (HashmapAugE 96 ShardFeeCreated ShardFeeCreated) = ShardFees;
 * ```
 */
export function loadShardFeeCreated(slice: CellSlice): ShardFeeCreated {
  return { fees: loadCurrencyCollection(slice), create: loadCurrencyCollection(slice) };
}

/** Writes what `loadShardFeeCreated` reads. */
export function storeShardFeeCreated(builder: CellBuilder, value: ShardFeeCreated): void {
  storeCurrencyCollection(builder, value.fees);
  storeCurrencyCollection(builder, value.create);
}

/** The extra value of a dictionary fork: the sum of both sides. */
export function addShardFees(left: ShardFeeCreated, right: ShardFeeCreated): ShardFeeCreated {
  return {
    fees: addCurrencyCollections(left.fees, right.fees),
    create: addCurrencyCollections(left.create, right.create),
  };
}
