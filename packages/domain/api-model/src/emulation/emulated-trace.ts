import { z } from 'zod';

const rawAddress = z.string().regex(/^-?\d+:[0-9A-F]{64}$/);

/** A message from outside whose trace is wanted, from the gateway to the executor, the same for all dialects. */
export const emulateTraceCall = z.strictObject({
  /** The whole message as a bag in base64. */
  messageBoc: z.base64(),
  /** Whether every signature counts as valid. */
  ignoresSignatures: z.boolean(),
  withActions: z.boolean(),
  /** Whether the answer has code and data of the accounts. */
  withCells: z.boolean(),
  /** The masterchain block after which it is emulated; absent: the newest indexed one. */
  seqno: z
    .int()
    .min(1)
    .max(2 ** 32 - 1)
    .optional(),
  /**
   * States that count instead of the stored ones, `ShardAccount` as a bag in base64: those after other messages that
   * come first.
   */
  states: z.record(rawAddress, z.base64()).optional(),
  /** Whether the answer has the states of the accounts after the trace. */
  withStates: z.boolean().optional(),
});

/** A trace of which blocks have a part. What follows from its messages in flight is wanted. */
export const continueTraceCall = z.strictObject({
  /** The newest round that the mined part was looked for in: the rest is emulated after it. */
  seqno: z
    .int()
    .min(1)
    .max(2 ** 32 - 1),
  /** The mined transactions, in the form of `EmulatedTraceAnswer`. The first one is that of the outside message. */
  parts: z.array(z.strictObject({ workchain: z.int(), content: z.base64() })).min(1),
  /** The newest round that has one of them. */
  minedSeqno: z.int().min(0),
});

const bags = z.record(z.base64().length(44), z.base64());
const answer = z.record(z.string(), z.json());

export const emulatedAction = z.strictObject({
  type: z.string(),
  ancestorTypes: z.array(z.string()),
  isHidden: z.boolean(),
  /** The action as each dialect answers it. */
  contract: answer,
  deployed: answer,
});

/**
 * Transactions that no block has: hashes and logical times are predictions. Those that continue a mined trace are
 * without it, its actions are those of the whole. Members that a later release adds are left out.
 */
export const emulatedTraceAnswer = z.object({
  /** The masterchain block after which it was emulated. */
  seqno: z.int().min(0),
  /** Whether a part of it was left out: it is too large or takes too long, or a state is not known. */
  isIncomplete: z.boolean(),
  /** Whether what was emulated has more transactions, or used more gas, than nearly all traces. */
  isLarge: z.boolean().default(false),
  /** Hash of the first transaction, base64. */
  rootHash: z.base64().length(44),
  /**
   * The transactions of each workchain in the order of execution: the content of a row of `transaction_parts` of kind
   * `cells`, base64. The first part has the first transaction.
   */
  parts: z.array(z.strictObject({ workchain: z.int(), content: z.base64() })),
  /** Undefined when they were not asked for. */
  actions: z.array(emulatedAction).optional(),
  /** Hash, base64 → bag, base64: of all states of the accounts. Undefined when they were not asked for. */
  codes: bags.optional(),
  data: bags.optional(),
  /** Raw address → `ShardAccount` after the trace, a bag in base64. Undefined when they were not asked for. */
  states: z.record(rawAddress, z.base64()).optional(),
});

export type EmulateTraceCall = z.output<typeof emulateTraceCall>;
export type ContinueTraceCall = z.output<typeof continueTraceCall>;
export type EmulatedAction = z.output<typeof emulatedAction>;
export type EmulatedTraceAnswer = z.output<typeof emulatedTraceAnswer>;
