import type { Bag } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';
import { ensureRead } from './inner-cell.ts';

/** A tree of which parts are pruned, and the hash and depth the whole tree has. `root` is a cell number. */
export interface MerkleProof {
  readonly virtualHash: Hash;
  readonly depth: number;
  readonly root: number;
}

const tag = 0x03;

/**
 * Reads an exotic cell:
 *
 * ```tlb
 * !merkle_proof#03 {X:Type} virtual_hash:bits256 depth:uint16 virtual_root:^X = MERKLE_PROOF X;
 * ```
 *
 * Written by `merkleProof` of `@tonriver/boc`, from the tree with its pruned branches.
 */
export function loadMerkleProof(bag: Bag, cell: number): MerkleProof {
  const slice = bag.exoticSlice(cell);
  const found = slice.loadUint(8);
  if (found !== tag) throw badTag('MERKLE_PROOF', found);
  // An ordinary cell can hold the same bits, but its hashes are not checked.
  if (bag.cellType(cell) !== 'merkle_proof') throw badValue('MERKLE_PROOF', 'cell type', bag.cellType(cell));
  const proof: MerkleProof = { virtualHash: slice.loadBytes(32), depth: slice.loadUint(16), root: slice.loadRef() };
  ensureRead(slice, 'MERKLE_PROOF');
  return proof;
}
