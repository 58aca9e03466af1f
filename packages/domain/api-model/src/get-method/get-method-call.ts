import { z } from 'zod';
import { neutralStackEntry } from './stack-entry.ts';

const hashHex = z.string().regex(/^[0-9A-F]{64}$/);

/** One get-method to run, without a dialect: what the gateway asks the executor. */
export const getMethodCall = z.strictObject({
  workchain: z.int().min(-128).max(127),
  /** The account inside its workchain: 64 upper-case hexadecimal digits. */
  accountHex: hashHex,
  /** The number of the method: see `methodIdOfName`. */
  methodId: z
    .int()
    .min(-(2 ** 31))
    .max(2 ** 31 - 1),
  /** Arguments, the last one on top of the stack. */
  stack: z.array(neutralStackEntry),
  /** The masterchain block at which to run; absent: the newest indexed one. */
  seqno: z
    .int()
    .min(1)
    .max(2 ** 32 - 1)
    .optional(),
});

/** What came of it: exit codes are data. */
export const getMethodAnswer = z.strictObject({
  exitCode: z.int(),
  gasUsed: z.int().min(0),
  /** The last one is the top of the stack. */
  stack: z.array(neutralStackEntry),
  /** A library that was looked for and that does not exist; the run then ended with exit code 9. */
  missingLibraryHex: hashHex.nullable(),
  /** The masterchain block whose state, configuration and time the run saw. */
  block: z.strictObject({
    seqno: z.int().min(0),
    /** Null where a recording stands in for a block. */
    rootHashHex: hashHex.nullable(),
    /** Null while nothing confirmed it. */
    fileHashHex: hashHex.nullable(),
    unixTime: z.int().min(0),
  }),
  /** The account's last transaction before its state; lt 0 and zeros: none. */
  lastTransaction: z.strictObject({ lt: z.string().regex(/^\d+$/), hashHex }),
  /** The executor did not run it again. */
  isCached: z.boolean(),
});

export type GetMethodCall = z.output<typeof getMethodCall>;
export type GetMethodAnswer = z.output<typeof getMethodAnswer>;

/** Where get-methods run: in this process, or behind HTTP. Every refusal is a `GetMethodError`. */
export interface GetMethodExecutor {
  run(call: GetMethodCall, options?: { readonly signal?: AbortSignal }): Promise<GetMethodAnswer>;
}
