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

/** The schema of `NeutralStackEntry`. It follows the nesting of what it checks: bound that first (`parseJson` of http-server). */
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
