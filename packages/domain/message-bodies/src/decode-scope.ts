import type { Bag, CellSlice } from '@tonriver/boc';
import type { DecodeBudget } from './decode-budget.ts';
import type { BodyDecoding, DecodedValue } from './decoded-value.ts';
import type { BodyType } from './schema-language.ts';

/** A cell node whose content is filled in once the constructor around it has parsed. */
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
 * What is left to do after a constructor has parsed: cells in it that may be bodies themselves. Nothing of it is
 * started for a constructor that turns out not to fit, and bodies in bodies take no stack.
 */
export type Pending =
  | { readonly kind: 'slice'; readonly node: UnresolvedCell; readonly slice: CellSlice }
  | { readonly kind: 'cell'; readonly node: UnresolvedCell; readonly bag: Bag; readonly cell: number }
  | { readonly kind: 'text'; readonly node: UnresolvedText };

/** What the decoders of the single types share while one constructor is tried. */
export interface DecodeScope {
  readonly budget: DecodeBudget;
  readonly pending: Pending[];
  /** Typed references above the current cell. */
  referenceDepth: number;
  /** A value of this type off the slice, or undefined when the cell does not hold one (or a bound is exceeded). */
  decode(type: BodyType, slice: CellSlice): DecodedValue | undefined;
}

/** The next reference of the slice, entered; undefined if there is none, if it is exotic, or over budget. */
export function enterReference(scope: DecodeScope, slice: CellSlice): CellSlice | undefined {
  if (slice.remainingRefs === 0 || !scope.budget.visitCell()) return undefined;
  const cell = slice.loadRef();
  return slice.bag.isExotic(cell) ? undefined : slice.bag.slice(cell);
}
