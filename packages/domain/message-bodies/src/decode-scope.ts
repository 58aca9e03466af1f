import type { Bag, CellSlice } from '@tonriver/boc';
import type { DecodeBudget } from './decode-budget.ts';
import type { BodyDecoding, DecodedValue } from './decoded-value.ts';
import type { BodyType } from './schema-language.ts';

/** A cell node whose content is set after its constructor has parsed. */
export interface UnresolvedCell {
  readonly kind: 'cell';
  body: BodyDecoding;
  boc: Uint8Array | undefined;
}

/** A text that may be the base64 of a bag of cells. */
export interface UnresolvedText {
  readonly kind: 'text';
  readonly text: string;
  embedded?: BodyDecoding;
}

/**
 * The cells of a constructor that may be bodies themselves. They are decoded only after the constructor has parsed, and
 * without recursion.
 */
export type Pending =
  | { readonly kind: 'slice'; readonly node: UnresolvedCell; readonly slice: CellSlice }
  | { readonly kind: 'cell'; readonly node: UnresolvedCell; readonly bag: Bag; readonly cell: number }
  | { readonly kind: 'text'; readonly node: UnresolvedText };

/** The state that all type decoders share during one constructor. */
export interface DecodeScope {
  readonly budget: DecodeBudget;
  readonly pending: Pending[];
  /** The number of typed references above the current cell. */
  referenceDepth: number;
  /**
   * Reads a value of a type; undefined if the cell has no such value, or a limit is exceeded. The same function in
   * every scope, because a scope is made for each attempt at a body.
   */
  readonly decode: (scope: DecodeScope, type: BodyType, slice: CellSlice) => DecodedValue | undefined;
}

/** Opens the next reference of the slice; undefined if there is none, it is exotic, or a limit is exceeded. */
export function enterReference(scope: Pick<DecodeScope, 'budget'>, slice: CellSlice): CellSlice | undefined {
  if (slice.remainingRefs === 0 || !scope.budget.visitCell()) return undefined;
  const cell = slice.loadRef();
  return slice.bag.isExotic(cell) ? undefined : slice.bag.slice(cell);
}
