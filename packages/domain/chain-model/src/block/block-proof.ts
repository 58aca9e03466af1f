import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';
import { type BlockId, loadBlockId, storeBlockId } from './block-id.ts';

/** The proof of a block as the node keeps it beside the block. */
export interface BlockProof<C = number> {
  readonly proofFor: BlockId;
  /** A Merkle proof of the block's header: see `loadMerkleProof`. */
  readonly root: C;
  /** `BlockSignatures` of a masterchain block; null in the proof link of a shard block. */
  readonly signatures: C | null;
}

const tag = 0xc3;

/**
 * Reads:
 *
 * ```tlb
 * block_proof#c3 proof_for:BlockIdExt root:^Cell signatures:(Maybe ^BlockSignatures) = BlockProof;
 * ```
 */
export function loadBlockProof(slice: CellSlice): BlockProof {
  const found = slice.loadUint(8);
  if (found !== tag) throw badTag('BlockProof', found);
  return {
    proofFor: loadBlockId(slice),
    root: slice.loadRef(),
    signatures: slice.loadBit() ? slice.loadRef() : null,
  };
}

/** Writes what `loadBlockProof` reads. */
export function storeBlockProof(builder: CellBuilder, value: BlockProof<Cell>): void {
  builder.storeUint(tag, 8);
  storeBlockId(builder, value.proofFor);
  builder.storeRef(value.root).storeBit(value.signatures !== null);
  if (value.signatures !== null) builder.storeRef(value.signatures);
}

/** The same proof with cells of their own instead of cell numbers. */
export function resolveBlockProof(bag: Bag, value: BlockProof): BlockProof<Cell> {
  return {
    proofFor: value.proofFor,
    root: bag.toCell(value.root),
    signatures: value.signatures === null ? null : bag.toCell(value.signatures),
  };
}
