import type { Random } from '@tonriver/chain-builder';
import type { Draft, DraftCell } from './draft.ts';

const depthMax = 1023;

/** A pruned branch of a right shape; its hashes are noise. */
function prunedCell(mask: number, depth: number, random: Random): DraftCell {
  const hashes = (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1);
  const bits = new Uint8Array(2 + hashes * 34);
  bits.set(random.bytes(bits.length));
  bits[0] = 1;
  bits[1] = mask;
  for (let hash = 0; hash < hashes; hash++) {
    bits[2 + hashes * 32 + hash * 2] = depth >> 8;
    bits[3 + hashes * 32 + hash * 2] = depth;
  }
  return { bits, bitLength: bits.length * 8, refs: [], isExotic: true };
}

/** Makes a cell an exotic one, of a right or of a wrong shape, or takes that from it. */
export function mutateExotic(cell: DraftCell, random: Random): DraftCell {
  switch (random.below(6)) {
    case 0:
      return { ...cell, isExotic: !cell.isExotic };
    case 1: {
      const bits = cell.bits.slice();
      if (bits.length > 0) bits[0] = random.below(6);
      return { ...cell, bits, isExotic: true };
    }
    case 2:
      return prunedCell(random.between(1, 7), random.pick([0, 1, 7, depthMax, depthMax + 1, 0xffff]), random);
    case 3: {
      const bits = random.bytes(33);
      bits[0] = 2;
      return { bits, bitLength: 264, refs: random.chance(0.9) ? [] : cell.refs, isExotic: true };
    }
    case 4:
      return merkleCell(cell.refs.slice(0, random.between(1, 2)), random);
    default:
      return { ...cell, forcedMask: random.below(8) };
  }
}

/** A Merkle proof of one cell or an update of two; hash and depth are mended when the bag is written, or stay noise. */
function merkleCell(refs: readonly number[], random: Random): DraftCell {
  const bits = random.bytes(1 + refs.length * 34);
  bits[0] = refs.length === 2 ? 4 : 3;
  return { bits, bitLength: bits.length * 8, refs, isExotic: true };
}

/** Puts a Merkle proof above the root or above some other cell. */
export function wrapInMerkle(draft: Draft, { random }: { readonly random: Random }): void {
  const place = random.chance(0.4) ? (draft.roots[0] as number) : random.below(draft.cells.length);
  const inner = draft.cells.push(draft.cells[place] as DraftCell) - 1;
  draft.cells[place] = merkleCell(random.chance(0.7) ? [inner] : [inner, inner], random);
}

/** Puts a pruned branch in the place of a cell; the hashes of its ancestors change with its level. */
export function pruneAway(draft: Draft, { random }: { readonly random: Random }): void {
  draft.cells[random.below(draft.cells.length)] = prunedCell(
    random.pick([1, 1, 1, 2, 3, 4, 5, 7]),
    random.below(9),
    random,
  );
}
