import { z } from 'zod';

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

/** A trace that no block has: hashes and logical times are predictions. */
export const emulatedTraceAnswer = z.strictObject({
  /** The masterchain block after which it was emulated. */
  seqno: z.int().min(0),
  /** Whether a part of it was left out: it is too large, or a state is not known. */
  isIncomplete: z.boolean(),
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
});

export type EmulateTraceCall = z.output<typeof emulateTraceCall>;
export type EmulatedTraceAnswer = z.output<typeof emulatedTraceAnswer>;
