import fc from 'fast-check';
import { Cell, merkleUpdate, prunedBranch, sha256 } from './index.ts';
import { libraryReference, merkleProof } from './exotic-cells.ts';

type Kind = 'ordinary' | 'pruned' | 'library' | 'merkle_proof' | 'merkle_update';

interface Recipe {
  readonly kind: Kind;
  readonly bits: Uint8Array;
  readonly spareBits: number;
  readonly levelsSkipped: number;
  readonly picks: readonly number[];
}

const recipe: fc.Arbitrary<Recipe> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant<Kind>('ordinary') },
    { weight: 4, arbitrary: fc.constant<Kind>('pruned') },
    { weight: 1, arbitrary: fc.constant<Kind>('library') },
    { weight: 2, arbitrary: fc.constant<Kind>('merkle_proof') },
    { weight: 2, arbitrary: fc.constant<Kind>('merkle_update') },
  ),
  bits: fc.uint8Array({ maxLength: 128, size: 'max' }),
  spareBits: fc.integer({ min: 0, max: 7 }),
  levelsSkipped: fc.integer({ min: 0, max: 2 }),
  picks: fc.array(fc.nat({ max: 1000 }), { minLength: 0, maxLength: 4 }),
});

export interface ArbitraryCellOptions {
  /** Cells to build; default 40. */
  readonly sizeMax?: number;
  /** Only level masks without gaps (0, 1, 3, 7): `@ton/core` misreads pruned branches with others. */
  readonly hasDenseLevels?: boolean;
}

/** Cells of all types over shared children; the last one built is the root. */
export function arbitraryCell({ sizeMax = 40, hasDenseLevels = false }: ArbitraryCellOptions = {}): fc.Arbitrary<Cell> {
  const recipes = fc.array(recipe, { minLength: 1, maxLength: sizeMax, size: 'max' });
  return recipes.map((list) => build(list, hasDenseLevels));
}

function build(recipes: readonly Recipe[], hasDenseLevels: boolean): Cell {
  const built: Cell[] = [Cell.empty];
  for (const next of recipes) built.push(buildOne(hasDenseLevels ? { ...next, levelsSkipped: 0 } : next, built));
  return built.at(-1)!;
}

function buildOne({ kind, bits, spareBits, levelsSkipped, picks }: Recipe, built: readonly Cell[]): Cell {
  // Recent cells are picked more often, so that trees become deep.
  const chosen = picks.map((pick) => built[Math.max(0, built.length - 1 - (pick % 7) * (pick % 3))]!);
  const [first = Cell.empty, second = Cell.empty] = chosen;
  if (kind === 'library') return libraryReference(sha256(bits));
  if (kind === 'merkle_proof') return merkleProof(first);
  if (kind === 'merkle_update') return merkleUpdate(first, second);
  if (kind === 'pruned') {
    const lowest = 32 - Math.clz32(first.levelMask) + 1;
    if (lowest <= 3) return prunedBranch(first, Math.min(3, lowest + levelsSkipped));
  }
  const bitLength = Math.min(1023, Math.max(0, bits.length * 8 - spareBits));
  return new Cell({ bits: bits.slice(), bitLength, refs: chosen });
}
