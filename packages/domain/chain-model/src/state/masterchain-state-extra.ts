import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import type { AugmentedRoot } from '../dictionary/dictionary-update.ts';
import { type BlockReference, loadBlockReference, storeBlockReference } from '../block/block-reference.ts';
import {
  type ConfigParams,
  loadConfigParams,
  resolveConfigParams,
  storeConfigParams,
} from '../config/config-params.ts';
import {
  loadHashmapAugE,
  loadHashmapE,
  resolveAugmentedRoot,
  storeHashmapAugE,
  storeHashmapE,
} from '../dictionary/hashmap.ts';
import { badTag, badValue } from '../errors.ts';
import {
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
} from '../primitives/currency-collection.ts';
import { loadMaybe, storeMaybe } from '../primitives/maybe.ts';
import { closeReference, resolveCell, storeInCell } from '../primitives/reference.ts';
import {
  type BlockCreateStats,
  loadBlockCreateStats,
  resolveBlockCreateStats,
  storeBlockCreateStats,
} from './block-create-stats.ts';
import { type KeyMaxLt, loadKeyMaxLt, storeKeyMaxLt } from './old-masterchain-blocks.ts';
import { loadValidatorInfo, storeValidatorInfo, type ValidatorInfo } from './validator-info.ts';

/** The parts that only the masterchain's state has. */
export interface MasterchainStateExtra<C = number> {
  /** `ShardHashes`: see `loadShardDescriptions`. */
  readonly shardHashes: C | null;
  readonly config: ConfigParams<C>;
  readonly validatorInfo: ValidatorInfo;
  /** Earlier blocks by seqno: see `eachOldMasterchainBlock`. */
  readonly previousBlocks: AugmentedRoot<KeyMaxLt, C>;
  readonly afterKeyBlock: boolean;
  readonly lastKeyBlock: BlockReference | null;
  readonly blockCreateStats: BlockCreateStats<C> | null;
  /** Everything in all workchains. */
  readonly globalBalance: CurrencyCollection;
}

const tag = 0xcc26;
const flagsBits = 16;

/**
 * Reads:
 *
 * ```tlb
 * masterchain_state_extra#cc26
 *   shard_hashes:ShardHashes
 *   config:ConfigParams
 *   ^[ flags:(## 16) { flags <= 1 }
 *      validator_info:ValidatorInfo
 *      prev_blocks:OldMcBlocksInfo
 *      after_key_block:Bool
 *      last_key_block:(Maybe ExtBlkRef)
 *      block_create_stats:(flags . 0)?BlockCreateStats ]
 *   global_balance:CurrencyCollection
 * = McStateExtra;
 * ```
 */
export function loadMasterchainStateExtra(slice: CellSlice): MasterchainStateExtra {
  const found = slice.loadUint(16);
  if (found !== tag) throw badTag('McStateExtra', found);
  const shardHashes = loadHashmapE(slice);
  const config = loadConfigParams(slice);
  const inner = slice.loadRefSlice();
  const flags = inner.loadUint(flagsBits);
  if (flags > 1) throw badValue('McStateExtra', 'flags', flags);
  const extra: MasterchainStateExtra = {
    shardHashes,
    config,
    validatorInfo: loadValidatorInfo(inner),
    previousBlocks: loadHashmapAugE(inner, loadKeyMaxLt),
    afterKeyBlock: inner.loadBit(),
    lastKeyBlock: loadMaybe(inner, loadBlockReference),
    blockCreateStats: flags === 1 ? loadBlockCreateStats(inner) : null,
    globalBalance: loadCurrencyCollection(slice),
  };
  closeReference(slice, inner, 'McStateExtra');
  return extra;
}

/** Writes what `loadMasterchainStateExtra` reads. */
export function storeMasterchainStateExtra(builder: CellBuilder, value: MasterchainStateExtra<Cell>): void {
  builder.storeUint(tag, 16);
  storeHashmapE(builder, value.shardHashes);
  storeConfigParams(builder, value.config);
  builder.storeRef(storeInCell(storeInner, value));
  storeCurrencyCollection(builder, value.globalBalance);
}

/** The same with heap cells. */
export function resolveMasterchainStateExtra(bag: Bag, value: MasterchainStateExtra): MasterchainStateExtra<Cell> {
  const { blockCreateStats } = value;
  return {
    ...value,
    shardHashes: resolveCell(bag, value.shardHashes),
    config: resolveConfigParams(bag, value.config),
    previousBlocks: resolveAugmentedRoot(bag, value.previousBlocks),
    blockCreateStats: blockCreateStats === null ? null : resolveBlockCreateStats(bag, blockCreateStats),
  };
}

function storeInner(builder: CellBuilder, value: MasterchainStateExtra<Cell>): void {
  builder.storeUint(value.blockCreateStats === null ? 0 : 1, flagsBits);
  storeValidatorInfo(builder, value.validatorInfo);
  storeHashmapAugE(builder, value.previousBlocks, storeKeyMaxLt);
  builder.storeBit(value.afterKeyBlock);
  storeMaybe(builder, value.lastKeyBlock, storeBlockReference);
  if (value.blockCreateStats !== null) storeBlockCreateStats(builder, value.blockCreateStats);
}
