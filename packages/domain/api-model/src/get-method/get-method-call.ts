import { z } from 'zod';
import type { ContinueTraceCall, EmulatedTraceAnswer, EmulateTraceCall } from '../emulation/emulated-trace.ts';
import type { FeeEstimate, FeeEstimateCall } from '../emulation/fee-estimate.ts';
import { neutralStackEntry } from './stack-entry.ts';

const hashHex = z.string().regex(/^[0-9A-F]{64}$/);

/** A get-method to run, from the gateway to the executor, the same for all dialects. */
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

/** The result. Exit codes are data, not errors. */
export const getMethodAnswer = z.strictObject({
  exitCode: z.int(),
  gasUsed: z.int().min(0),
  /** The last one is the top of the stack. */
  stack: z.array(neutralStackEntry),
  /** A needed library that does not exist. The run then ended with exit code 9. */
  missingLibraryHex: hashHex.nullable(),
  /** The masterchain block whose state, configuration and time the run used. */
  block: z.strictObject({
    seqno: z.int().min(0),
    /** Null if a recording is used instead of a block. */
    rootHashHex: hashHex.nullable(),
    /** Null if it is not confirmed. */
    fileHashHex: hashHex.nullable(),
    unixTime: z.int().min(0),
  }),
  /** The account's last transaction before its state; lt 0 and zeros if there is none. */
  lastTransaction: z.strictObject({ lt: z.string().regex(/^\d+$/), hashHex }),
  /** True if the result comes from the executor's cache. */
  isCached: z.boolean(),
});

export type GetMethodCall = z.output<typeof getMethodCall>;
export type GetMethodAnswer = z.output<typeof getMethodAnswer>;

/** Runs contracts, in this process or over HTTP. Every refusal is a `GetMethodError`. */
export interface GetMethodExecutor {
  run(call: GetMethodCall, options?: { readonly signal?: AbortSignal }): Promise<GetMethodAnswer>;
  /** Emulates a message from outside on the newest state of its account. */
  estimateFee(call: FeeEstimateCall, options?: { readonly signal?: AbortSignal }): Promise<FeeEstimate>;
  /** Emulates a message from outside and all that follows from it. */
  emulateTrace(call: EmulateTraceCall, options?: { readonly signal?: AbortSignal }): Promise<EmulatedTraceAnswer>;
  /** Emulates what follows from the messages in flight of a trace of which blocks have a part. */
  continueTrace(call: ContinueTraceCall, options?: { readonly signal?: AbortSignal }): Promise<EmulatedTraceAnswer>;
}
