import type { Augmentation } from '../dictionary/index.ts';
import {
  addCurrencyCollections,
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
  zeroCurrencyCollection,
} from '../primitives/index.ts';
import { addImportFees, type ImportFees, loadImportFees, storeImportFees } from './import-fees.ts';
import { addShardFees, loadShardFeeCreated, type ShardFeeCreated, storeShardFeeCreated } from './shard-fee-created.ts';

/** Account blocks, transactions and outgoing messages are summed up by value. */
export const currencyAugmentation: Augmentation<CurrencyCollection> = {
  load: loadCurrencyCollection,
  store: storeCurrencyCollection,
  combine: addCurrencyCollections,
  empty: zeroCurrencyCollection,
  refsMax: 1,
};

/** Incoming messages are summed up by fees and value. */
export const importFeesAugmentation: Augmentation<ImportFees> = {
  load: loadImportFees,
  store: storeImportFees,
  combine: addImportFees,
  empty: { feesCollected: 0n, valueImported: zeroCurrencyCollection },
  refsMax: 1,
};

/** Fees of shards are summed up. */
export const shardFeesAugmentation: Augmentation<ShardFeeCreated> = {
  load: loadShardFeeCreated,
  store: storeShardFeeCreated,
  combine: addShardFees,
  empty: { fees: zeroCurrencyCollection, create: zeroCurrencyCollection },
  refsMax: 2,
};
