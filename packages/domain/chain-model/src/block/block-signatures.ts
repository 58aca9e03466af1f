import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { loadHashmapE, storeHashmapE } from '../dictionary/index.ts';
import { badTag } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';

/**
 * Signatures of a masterchain block by its validator group. `signatures` is the root of a dictionary (see
 * `loadSignaturePairs`) and `candidateData` a cell: numbers in the bag when read, cells when written.
 */
export interface BlockSignatures<C = number> {
  readonly validatorListHashShort: number;
  readonly catchainSeqno: number;
  readonly signatureCount: number;
  readonly signatureWeight: bigint;
  readonly signatures: C | null;
  /** The further data that simplex consensus signs; null in the ordinary form. */
  readonly simplex: { readonly sessionId: Hash; readonly slot: number; readonly candidateData: C } | null;
}

const tagOrdinary = 0x11;
const tagSimplex = 0x12;

/**
 * Reads:
 *
 * ```tlb
 * validator_base_info$_
 *   validator_list_hash_short:uint32
 *   catchain_seqno:uint32
 * = ValidatorBaseInfo;
 * block_signatures_pure#_ sig_count:uint32 sig_weight:uint64
 *   signatures:(HashmapE 16 CryptoSignaturePair) = BlockSignaturesPure;
 * block_signatures#11 validator_info:ValidatorBaseInfo pure_signatures:BlockSignaturesPure = BlockSignatures;
 * block_signatures_simplex#12 validator_list_hash_short:uint32 catchain_seqno:uint32
 *   sig_count:uint32 sig_weight:uint64
 *   signatures:(HashmapE 16 CryptoSignaturePair)
 *   session_id:bits256 slot:uint32 candidate_data:^Cell = BlockSignatures;
 * ```
 */
export function loadBlockSignatures(slice: CellSlice): BlockSignatures {
  const tag = slice.loadUint(8);
  if (tag !== tagOrdinary && tag !== tagSimplex) throw badTag('BlockSignatures', tag);
  return {
    validatorListHashShort: slice.loadUint(32),
    catchainSeqno: slice.loadUint(32),
    signatureCount: slice.loadUint(32),
    signatureWeight: slice.loadUint64(),
    signatures: loadHashmapE(slice),
    simplex:
      tag === tagSimplex
        ? { sessionId: slice.loadBytes(32), slot: slice.loadUint(32), candidateData: slice.loadRef() }
        : null,
  };
}

/** Writes what `loadBlockSignatures` reads. */
export function storeBlockSignatures(builder: CellBuilder, value: BlockSignatures<Cell>): void {
  builder.storeUint(value.simplex === null ? tagOrdinary : tagSimplex, 8);
  builder.storeUint(value.validatorListHashShort, 32).storeUint(value.catchainSeqno, 32);
  builder.storeUint(value.signatureCount, 32).storeUint(value.signatureWeight, 64);
  storeHashmapE(builder, value.signatures);
  if (value.simplex === null) return;
  builder.storeBytes(value.simplex.sessionId).storeUint(value.simplex.slot, 32).storeRef(value.simplex.candidateData);
}

/** The same signatures with cells of their own instead of cell numbers. */
export function resolveBlockSignatures(bag: Bag, value: BlockSignatures): BlockSignatures<Cell> {
  const { signatures, simplex } = value;
  return {
    ...value,
    signatures: signatures === null ? null : bag.toCell(signatures),
    simplex: simplex === null ? null : { ...simplex, candidateData: bag.toCell(simplex.candidateData) },
  };
}
