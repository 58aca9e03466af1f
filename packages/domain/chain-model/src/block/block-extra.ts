import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';

/** The contents of a block. Its parts are cells: numbers in the bag when read, cells when written. */
export interface BlockExtra<C = number> {
  /** `InMsgDescr`: see `forEachInMessage`. */
  readonly inMessageDescriptors: C;
  /** `OutMsgDescr`: see `forEachOutMessage`. */
  readonly outMessageDescriptors: C;
  /** `ShardAccountBlocks`: see `forEachTransaction` and `loadAccountBlocks`. */
  readonly accountBlocks: C;
  readonly randSeed: Hash;
  /** Public key of the validator that made the block; zero in early blocks. */
  readonly createdBy: Hash;
  /** `McBlockExtra` of a masterchain block: see `loadMasterchainBlockExtra`. */
  readonly custom: C | null;
}

/** The tag is not written in TL-B: it follows from the definition's text. */
const tag = 0x4a33f6fd;

/**
 * Reads:
 *
 * ```tlb
 * block_extra in_msg_descr:^InMsgDescr
 *   out_msg_descr:^OutMsgDescr
 *   account_blocks:^ShardAccountBlocks
 *   rand_seed:bits256
 *   created_by:bits256
 *   custom:(Maybe ^McBlockExtra) = BlockExtra;
 * ```
 */
export function loadBlockExtra(slice: CellSlice): BlockExtra {
  const found = slice.loadUint(32);
  if (found !== tag) throw badTag('BlockExtra', found);
  return {
    inMessageDescriptors: slice.loadRef(),
    outMessageDescriptors: slice.loadRef(),
    accountBlocks: slice.loadRef(),
    randSeed: slice.loadBytes(32),
    createdBy: slice.loadBytes(32),
    custom: slice.loadBit() ? slice.loadRef() : null,
  };
}

/** Writes what `loadBlockExtra` reads. */
export function storeBlockExtra(builder: CellBuilder, value: BlockExtra<Cell>): void {
  builder.storeUint(tag, 32).storeRef(value.inMessageDescriptors).storeRef(value.outMessageDescriptors);
  builder.storeRef(value.accountBlocks).storeBytes(value.randSeed).storeBytes(value.createdBy);
  builder.storeBit(value.custom !== null);
  if (value.custom !== null) builder.storeRef(value.custom);
}

/** The same extra with cells of their own instead of cell numbers. */
export function resolveBlockExtra(bag: Bag, value: BlockExtra): BlockExtra<Cell> {
  return {
    ...value,
    inMessageDescriptors: bag.toCell(value.inMessageDescriptors),
    outMessageDescriptors: bag.toCell(value.outMessageDescriptors),
    accountBlocks: bag.toCell(value.accountBlocks),
    custom: value.custom === null ? null : bag.toCell(value.custom),
  };
}
