import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import {
  type ConfigParams,
  loadConfigParams,
  resolveConfigParams,
  storeConfigParams,
} from '../config/config-params.ts';
import {
  type AugmentedRoot,
  loadHashmapAugE,
  loadHashmapE,
  resolveAugmentedRoot,
  storeHashmapAugE,
  storeHashmapE,
} from '../dictionary/index.ts';
import { badTag, badValue } from '../errors.ts';
import { loadMaybeReference, resolveCell, storeMaybeReference } from '../primitives/index.ts';
import { ensureRead, storeInnerCell } from './inner-cell.ts';
import { loadShardFeeCreated, type ShardFeeCreated, storeShardFeeCreated } from './shard-fee-created.ts';

/** The parts that only masterchain blocks have. A dictionary is its root cell; null if it is empty. */
export interface MasterchainBlockExtra<C = number> {
  readonly keyBlock: boolean;
  /** `ShardHashes`: see `loadShardDescriptions`. */
  readonly shardHashes: C | null;
  /** `ShardFees`: see `loadShardFees`. */
  readonly shardFees: AugmentedRoot<ShardFeeCreated, C>;
  /** See `loadSignaturePairs`. */
  readonly previousBlockSignatures: C | null;
  /** `InMsg` of the message that brings the fees to the collector. */
  readonly recoverCreateMessage: C | null;
  /** `InMsg` of the message that brings newly minted currencies to the minter. */
  readonly mintMessage: C | null;
  /** The whole configuration, in key blocks. */
  readonly config: ConfigParams<C> | null;
}

const tag = 0xcca5;

/**
 * Reads:
 *
 * ```tlb
 * masterchain_block_extra#cca5
 *   key_block:(## 1)
 *   shard_hashes:ShardHashes
 *   shard_fees:ShardFees
 *   ^[ prev_blk_signatures:(HashmapE 16 CryptoSignaturePair)
 *      recover_create_msg:(Maybe ^InMsg)
 *      mint_msg:(Maybe ^InMsg) ]
 *   config:key_block?ConfigParams
 *   = McBlockExtra;
 * ```
 */
export function loadMasterchainBlockExtra(slice: CellSlice): MasterchainBlockExtra {
  const found = slice.loadUint(16);
  if (found !== tag) throw badTag('McBlockExtra', found);
  const keyBlock = slice.loadBit();
  const shardHashes = loadHashmapE(slice);
  const shardFees = loadHashmapAugE(slice, loadShardFeeCreated);
  const inner = slice.loadRefSlice();
  const previousBlockSignatures = loadHashmapE(inner);
  const recoverCreateMessage = loadMaybeReference(inner);
  const mintMessage = loadMaybeReference(inner);
  ensureRead(inner, 'McBlockExtra');
  return {
    keyBlock,
    shardHashes,
    shardFees,
    previousBlockSignatures,
    recoverCreateMessage,
    mintMessage,
    config: keyBlock ? loadConfigParams(slice) : null,
  };
}

/** Writes what `loadMasterchainBlockExtra` reads. */
export function storeMasterchainBlockExtra(builder: CellBuilder, value: MasterchainBlockExtra<Cell>): void {
  if (value.keyBlock !== (value.config !== null)) throw badValue('McBlockExtra', 'config');
  builder.storeUint(tag, 16).storeBit(value.keyBlock);
  storeHashmapE(builder, value.shardHashes);
  storeHashmapAugE(builder, value.shardFees, storeShardFeeCreated);
  storeInnerCell(builder, storeMessages, value);
  if (value.config !== null) storeConfigParams(builder, value.config);
}

/** The same extra with cells of their own instead of cell numbers. */
export function resolveMasterchainBlockExtra(bag: Bag, value: MasterchainBlockExtra): MasterchainBlockExtra<Cell> {
  return {
    keyBlock: value.keyBlock,
    shardHashes: resolveCell(bag, value.shardHashes),
    shardFees: resolveAugmentedRoot(bag, value.shardFees),
    previousBlockSignatures: resolveCell(bag, value.previousBlockSignatures),
    recoverCreateMessage: resolveCell(bag, value.recoverCreateMessage),
    mintMessage: resolveCell(bag, value.mintMessage),
    config: value.config === null ? null : resolveConfigParams(bag, value.config),
  };
}

function storeMessages(builder: CellBuilder, value: MasterchainBlockExtra<Cell>): void {
  storeHashmapE(builder, value.previousBlockSignatures);
  storeMaybeReference(builder, value.recoverCreateMessage);
  storeMaybeReference(builder, value.mintMessage);
}
