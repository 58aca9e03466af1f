import { z } from 'zod';

/**
 * One entry of a stack as it travels between the gateway and the executor: no dialect, JSON only. Numbers are decimal
 * text, cells are bags in base64. A list is what the TVM makes of one: pairs that end in null; it travels flat, because
 * it may be long. An empty list is null.
 */
export type NeutralStackEntry =
  | { readonly type: 'null' | 'nan' | 'continuation' }
  | { readonly type: 'number'; readonly value: string }
  /** A slice is a cell that holds its remaining bits and references. */
  | { readonly type: 'cell' | 'slice' | 'builder'; readonly boc: string }
  | { readonly type: 'tuple' | 'list'; readonly items: readonly NeutralStackEntry[] };

/** Tuples and lists inside each other: as deep as the deployed service shows them. */
export const STACK_NESTING_MAX = 100;

/** The schema of `NeutralStackEntry`. It follows the nesting of what it checks: bound that first (`jsonNesting`). */
export const neutralStackEntry: z.ZodType<NeutralStackEntry> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['null', 'nan', 'continuation']) }),
  z.strictObject({ type: z.literal('number'), value: z.string().regex(/^-?\d{1,78}$/) }),
  z.strictObject({ type: z.enum(['cell', 'slice', 'builder']), boc: z.base64() }),
  z.strictObject({
    type: z.enum(['tuple', 'list']),
    get items(): z.ZodType<readonly NeutralStackEntry[]> {
      return z.array(neutralStackEntry);
    },
  }),
]);

/**
 * How deep the objects and arrays of a JSON text lie inside each other; strings are passed over. One pass without
 * recursion, so that a text made to overflow the stack of whatever reads it can be refused before.
 */
export function jsonNesting(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
  }
  return deepest;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The position of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
