import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';
import { forEachAccountTransaction } from './account-block.ts';
import { type BlockExtra, loadBlockExtra, resolveBlockExtra, storeBlockExtra } from './block-extra.ts';
import { type BlockInfo, loadBlockInfo, storeBlockInfo } from './block-info.ts';
import { loadWhole, storeInnerCell } from './inner-cell.ts';
import { loadMasterchainBlockExtra, type MasterchainBlockExtra } from './masterchain-block-extra.ts';

/** The cells of the four parts of a block, which are not read: in a Merkle proof some of them are pruned. */
export interface BlockParts<C = number> {
  readonly globalId: number;
  readonly info: C;
  readonly valueFlow: C;
  readonly stateUpdate: C;
  readonly extra: C;
}

/** A block with its header read; the rest are cells: numbers in the bag when read, cells when written. */
export interface Block<C = number> {
  readonly globalId: number;
  readonly info: BlockInfo;
  /** `ValueFlow`: see `loadValueFlow`. */
  readonly valueFlow: C;
  /** `MERKLE_UPDATE ShardState`: see `loadMerkleUpdate`. */
  readonly stateUpdate: C;
  readonly extra: BlockExtra<C>;
}

const tag = 0x11ef55aa;

/**
 * Reads:
 *
 * ```tlb
 * block#11ef55aa global_id:int32
 *   info:^BlockInfo value_flow:^ValueFlow
 *   state_update:^(MERKLE_UPDATE ShardState)
 *   extra:^BlockExtra = Block;
 * ```
 */
export function loadBlockParts(slice: CellSlice): BlockParts {
  const found = slice.loadUint(32);
  if (found !== tag) throw badTag('Block', found);
  return {
    globalId: slice.loadInt(32),
    info: slice.loadRef(),
    valueFlow: slice.loadRef(),
    stateUpdate: slice.loadRef(),
    extra: slice.loadRef(),
  };
}

/**
 * Reads the block at `cell` (default: the bag's only root): header and the cells of all other parts.
 *
 * Throws `ChainModelError` when something is not as TL-B says, also when a masterchain header comes without masterchain
 * extra or the other way round; `BocError` when a cell ends too early or is exotic.
 */
export function loadBlock(bag: Bag, cell: number = bag.root): Block {
  const parts = loadWhole(bag.slice(cell), loadBlockParts, 'Block');
  const info = loadWhole(bag.slice(parts.info), loadBlockInfo, 'BlockInfo');
  const extra = loadWhole(bag.slice(parts.extra), loadBlockExtra, 'BlockExtra');
  if ((extra.custom === null) !== info.notMaster) throw badValue('BlockExtra', 'custom');
  return { globalId: parts.globalId, info, valueFlow: parts.valueFlow, stateUpdate: parts.stateUpdate, extra };
}

/** Writes what `loadBlock` reads. */
export function storeBlock(builder: CellBuilder, value: Block<Cell>): void {
  if ((value.extra.custom === null) !== value.info.notMaster) throw badValue('BlockExtra', 'custom');
  builder.storeUint(tag, 32).storeInt(value.globalId, 32);
  storeInnerCell(builder, storeBlockInfo, value.info);
  builder.storeRef(value.valueFlow).storeRef(value.stateUpdate);
  storeInnerCell(builder, storeBlockExtra, value.extra);
}

/** The same block with cells of their own instead of cell numbers. */
export function resolveBlock(bag: Bag, value: Block): Block<Cell> {
  return {
    globalId: value.globalId,
    info: value.info,
    valueFlow: bag.toCell(value.valueFlow),
    stateUpdate: bag.toCell(value.stateUpdate),
    extra: resolveBlockExtra(bag, value.extra),
  };
}

/** The masterchain part of a block; null in blocks of other workchains. */
export function loadBlockMasterchainExtra(bag: Bag, block: Block): MasterchainBlockExtra | null {
  if (block.extra.custom === null) return null;
  const extra = loadWhole(bag.slice(block.extra.custom), loadMasterchainBlockExtra, 'McBlockExtra');
  if (extra.keyBlock !== block.info.keyBlock) throw badValue('McBlockExtra', 'key_block');
  return extra;
}

/**
 * Visits the block's transactions by account address, then by lt; nothing of a transaction itself is read.
 * `accountHash` is one buffer that is overwritten from account to account: copy it to keep it. `stateUpdate` is the
 * cell of the account's `HASH_UPDATE` over the whole block.
 */
export function forEachTransaction(
  bag: Bag,
  block: Block,
  visit: (accountHash: Uint8Array, lt: bigint, transactionCell: number, stateUpdate: number) => void,
): void {
  forEachAccountTransaction(bag, block.extra.accountBlocks, visit);
}
