import { BocError } from './boc-error.ts';
import { depthBytes, hashBytes } from './cell-limits.ts';
import { libraryType, merkleProofType, merkleUpdateType, prunedType } from './cell-type.ts';
import { hashCount } from './level-mask.ts';

/** The place of an exotic cell's data, and the cell's shape. */
export interface ExoticShape {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly bitLength: number;
  readonly refCount: number;
}

/**
 * The type of an exotic cell. Throws `boc_bad_cell` when the first byte names none, or when data and references have
 * not exactly the sizes of that type.
 *
 * ```text
 * 01 mask:uint8 (hash:bits256)* (depth:uint16)*, one of each per bit of the mask (1…7)    pruned branch, no references
 * 02 hash:bits256                                                                         library, no references
 * 03 hash:bits256 depth:uint16                                                            Merkle proof, one reference
 * 04 old:bits256 new:bits256 old_depth:uint16 new_depth:uint16                            Merkle update, two references
 * ```
 */
export function exoticTypeOf(shape: ExoticShape): number {
  const { bytes, start, bitLength, refCount } = shape;
  const type = bitLength < 8 ? 0 : bytes[start]!;
  if (refCount !== refCountOf(type) || bitLength !== bitLengthOf(type, bitLength < 16 ? 0 : bytes[start + 1]!)) {
    throw new BocError('boc_bad_cell', 'An exotic cell has no known type, or not the shape of its type', {
      offset: start,
      type,
      bitLength,
      refCount,
    });
  }
  return type;
}

function refCountOf(type: number): number {
  if (type === merkleProofType) return 1;
  return type === merkleUpdateType ? 2 : 0;
}

/** Bits of an exotic cell's data; −1 for an unknown type or mask. */
function bitLengthOf(type: number, mask: number): number {
  if (type === prunedType)
    return mask >= 1 && mask <= 7 ? 8 * (2 + (hashCount(mask) - 1) * (hashBytes + depthBytes)) : -1;
  if (type === libraryType) return 8 * (1 + hashBytes);
  if (type === merkleProofType) return 8 * (1 + hashBytes + depthBytes);
  return type === merkleUpdateType ? 8 * (1 + 2 * (hashBytes + depthBytes)) : -1;
}
