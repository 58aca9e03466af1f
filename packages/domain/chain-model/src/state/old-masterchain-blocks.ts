import type { Bag, CellBuilder, CellSlice } from '@tonriver/boc';
import { type BlockReference, loadBlockReference, storeBlockReference } from '../block/block-reference.ts';
import { findInDictionary } from '../dictionary/dictionary-find.ts';
import type { Augmentation, HashmapAugKind } from '../dictionary/dictionary-kind.ts';
import { DictionaryWalk } from '../dictionary/dictionary-walk.ts';
import { keyFromUint } from '../dictionary/key-bits.ts';
import { ensureRead } from '../primitives/reference.ts';

/** An earlier masterchain block. */
export interface OldMasterchainBlock {
  readonly isKeyBlock: boolean;
  readonly reference: BlockReference;
}

/** Facts about some blocks: whether one of them is a key block, and their largest end lt. */
export interface KeyMaxLt {
  readonly isKeyBlock: boolean;
  readonly maxEndLt: bigint;
}

const keyBits = 32;

/**
 * Reads:
 *
 * ```tlb
 * _ key:Bool max_end_lt:uint64 = KeyMaxLt;
 * ```
 */
export function loadKeyMaxLt(slice: CellSlice): KeyMaxLt {
  return { isKeyBlock: slice.loadBit(), maxEndLt: slice.loadUint64() };
}

/** Writes what `loadKeyMaxLt` reads. */
export function storeKeyMaxLt(builder: CellBuilder, value: KeyMaxLt): void {
  builder.storeBit(value.isKeyBlock).storeUint(value.maxEndLt, 64);
}

/**
 * Reads:
 *
 * ```tlb
 * _ key:Bool blk_ref:ExtBlkRef = KeyExtBlkRef;
 * ```
 */
export function loadOldMasterchainBlock(slice: CellSlice): OldMasterchainBlock {
  return { isKeyBlock: slice.loadBit(), reference: loadBlockReference(slice) };
}

/** Writes what `loadOldMasterchainBlock` reads. */
export function storeOldMasterchainBlock(builder: CellBuilder, value: OldMasterchainBlock): void {
  builder.storeBit(value.isKeyBlock);
  storeBlockReference(builder, value.reference);
}

const keyMaxLtAugmentation: Augmentation<KeyMaxLt> = {
  load: loadKeyMaxLt,
  store: storeKeyMaxLt,
  combine: (left, right) => ({
    isKeyBlock: left.isKeyBlock || right.isKeyBlock,
    maxEndLt: left.maxEndLt > right.maxEndLt ? left.maxEndLt : right.maxEndLt,
  }),
  empty: { isKeyBlock: false, maxEndLt: 0n },
  refsMax: 0,
};

/**
 * How earlier blocks are written, by seqno:
 *
 * ```tlb
 * _ (HashmapAugE 32 KeyExtBlkRef KeyMaxLt) = OldMcBlocksInfo;
 * ```
 */
export const oldMasterchainBlocksKind: HashmapAugKind<OldMasterchainBlock, KeyMaxLt> = {
  keyBits,
  storeValue: storeOldMasterchainBlock,
  augmentation: keyMaxLtAugmentation,
  extraOf: ({ isKeyBlock, reference }) => ({ isKeyBlock, maxEndLt: reference.endLt }),
};

/** The earlier blocks in the order of their seqnos, one at a time. */
export function* eachOldMasterchainBlock(bag: Bag, root: number | null): Generator<OldMasterchainBlock> {
  const walk = new DictionaryWalk(bag, root, keyBits, { isAugmented: true });
  while (walk.next()) {
    loadKeyMaxLt(walk.slice);
    const block = loadOldMasterchainBlock(walk.slice);
    ensureRead(walk.slice, 'KeyExtBlkRef');
    yield block;
  }
}

/** One earlier block by its seqno; null when the state does not know it. */
export function findOldMasterchainBlock(bag: Bag, root: number | null, seqno: number): OldMasterchainBlock | null {
  const leaf = findInDictionary(bag, root, keyBits, keyFromUint(seqno, keyBits));
  if (leaf === null) return null;
  loadKeyMaxLt(leaf);
  return loadOldMasterchainBlock(leaf);
}
