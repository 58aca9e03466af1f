import { z } from 'zod';

/**
 * A stack entry between the gateway and the executor: JSON, the same for all dialects. Numbers are decimal text, cells
 * are bags in base64. A list stands for nested pairs that end in null; it is flat here, because it may be long. An
 * empty list is null.
 */
export type NeutralStackEntry =
  | { readonly type: 'null' | 'nan' | 'continuation' }
  | { readonly type: 'number'; readonly value: string }
  /** A slice is a cell with its remaining bits and references. */
  | { readonly type: 'cell' | 'slice' | 'builder'; readonly boc: string }
  | { readonly type: 'tuple' | 'list'; readonly items: readonly NeutralStackEntry[] };

/** The deepest nesting of tuples and lists, as in the deployed service. */
export const STACK_NESTING_MAX = 100;

/**
 * The schema of `NeutralStackEntry`. It is recursive, so callers must limit the nesting first (`parseJson` of
 * http-server).
 */
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
