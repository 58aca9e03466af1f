import { type Bag, type Cell, CellBuilder, merkleProof, prunedBranch } from '@tonriver/boc';
import type { Hash } from '../primitives/index.ts';
import type { BlockId } from './block-id.ts';
import { loadBlock } from './block.ts';
import { storeBlockProof } from './block-proof.ts';
import { storeBlockSignatures } from './block-signatures.ts';
import { buildSignaturePairs } from './signature-pairs.ts';

/** The signatures of a masterchain block, in the order of its validator group. */
export interface SignedBlock {
  readonly id: BlockId;
  readonly signatures: readonly { readonly nodeIdShort: Hash; readonly signature: Uint8Array }[];
  /** Weight of the validators that signed. */
  readonly weight: bigint;
}

/** `R:bits256 s:bits256`. */
const HALF_BYTES = 32;

/**
 * Writes the `BlockProof` of a masterchain block, as nodes keep it beside the block: a Merkle proof of its header, and
 * its signatures.
 *
 * @param bag the block
 */
export function writeBlockProof(bag: Bag, { id, signatures, weight }: SignedBlock): Cell {
  const { genValidatorListHashShort, genCatchainSeqno } = loadBlock(bag).info;
  const signed = new CellBuilder();
  storeBlockSignatures(signed, {
    validatorListHashShort: genValidatorListHashShort,
    catchainSeqno: genCatchainSeqno,
    signatureCount: signatures.length,
    signatureWeight: weight,
    signatures: buildSignaturePairs(
      signatures.map(({ nodeIdShort, signature }, index) => {
        const [r, s] = [signature.slice(0, HALF_BYTES), signature.slice(HALF_BYTES)];
        return { index, nodeIdShort, signature: { type: 'simple' as const, r, s } };
      }),
    ),
    simplex: null,
  });
  const builder = new CellBuilder();
  storeBlockProof(builder, { proofFor: id, root: proofOfHeader(bag.toCell(bag.root)), signatures: signed.endCell() });
  return builder.endCell();
}

/** A block has four references, and the first is its header (`BlockInfo`). */
function proofOfHeader(block: Cell): Cell {
  const [header, ...others] = block.refs;
  const builder = new CellBuilder().storeBits(block.bits, block.bitLength);
  if (header !== undefined) builder.storeRef(header);
  for (const cell of others) builder.storeRef(prunedBranch(cell));
  return merkleProof(builder.endCell());
}
