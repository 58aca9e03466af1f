import type { Bag } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';
import { ensureRead } from './inner-cell.ts';

/**
 * The change of a shard's state by a block: two trees, in which all unchanged cells are pruned.
 * The hashes and depths are those of the whole states; `oldRoot` and `newRoot` are cell numbers.
 */
export interface MerkleUpdate {
  readonly oldHash: Hash;
  readonly newHash: Hash;
  readonly oldDepth: number;
  readonly newDepth: number;
  readonly oldRoot: number;
  readonly newRoot: number;
}

const tag = 0x04;

/**
 * Reads an exotic cell:
 *
 * ```tlb
 * !merkle_update#04 {X:Type} old_hash:bits256 new_hash:bits256 old_depth:uint16 new_depth:uint16
 *   old:^X new:^X = MERKLE_UPDATE X;
 * ```
 *
 * Written by `merkleUpdate` of `@tonriver/boc`, from the two whole trees.
 */
export function loadMerkleUpdate(bag: Bag, cell: number): MerkleUpdate {
  const slice = bag.exoticSlice(cell);
  const found = slice.loadUint(8);
  if (found !== tag) throw badTag('MERKLE_UPDATE', found);
  // An ordinary cell can hold the same bits, but its hashes are not checked.
  if (bag.cellType(cell) !== 'merkle_update') throw badValue('MERKLE_UPDATE', 'cell type', bag.cellType(cell));
  const update: MerkleUpdate = {
    oldHash: slice.loadBytes(32),
    newHash: slice.loadBytes(32),
    oldDepth: slice.loadUint(16),
    newDepth: slice.loadUint(16),
    oldRoot: slice.loadRef(),
    newRoot: slice.loadRef(),
  };
  ensureRead(slice, 'MERKLE_UPDATE');
  return update;
}
