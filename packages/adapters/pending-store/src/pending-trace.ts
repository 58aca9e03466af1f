import { emulatedAction } from '@tonriver/api-model';
import { z } from 'zod';

const hash = z.base64().length(44);
const address = z.string().regex(/^-?\d+:[0-9A-F]{64}$/);
const seqno = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

/** The block that has a transaction. */
const minedPlace = z.strictObject({
  /** Signed, decimal. */
  shard: z.string().regex(/^-?\d{1,19}$/),
  seqno,
  /** Round of the block. */
  mcSeqno: seqno,
});

const pendingPart = z.strictObject({
  workchain: z.int(),
  /** As in `EmulatedTraceAnswer`: the content of a row of `transaction_parts` of kind `cells`, base64. */
  content: z.base64(),
  /** The block of each transaction of the part; null for a transaction that is emulated. */
  places: z.array(minedPlace.nullable()).min(1),
});

/**
 * A trace that began with a message from outside and that readers may not have as a finished one yet: what blocks have
 * of it, and what emulation says of the rest.
 */
export const pendingTrace = z.strictObject({
  /** The normalised hash of the message (TEP-467), base64. It is the key of the trace. */
  key: hash,
  /** The hash of the message as it was sent, base64. */
  externalHash: hash,
  /**
   * - `pending`: some of its transactions are emulated.
   * - `complete`: blocks have all of it.
   * - `refused`: the chain will not take the message. It has no transactions and no actions.
   */
  state: z.enum(['pending', 'complete', 'refused']),
  /** Why the message is refused, in the words of a node; null otherwise. */
  reason: z.string().nullable(),
  /** The round after which the rest was emulated, and up to which blocks were looked through. */
  seqno,
  /** Whether a part is left out: the trace is too large, or a state is not known. */
  isIncomplete: z.boolean(),
  /** Hash of the first transaction, base64; null for a refused message. */
  rootHash: hash.nullable(),
  /** Whether a block has the first transaction: then its hash is the id of the trace. */
  isRootMined: z.boolean(),
  /** The round of its last transaction: readers whose actions reach it have it as a finished one. Null before. */
  endSeqno: seqno.nullable(),
  /** All transactions. Those of one part are of one workchain; the order of parts and places is that of execution. */
  parts: z.array(pendingPart),
  /** What the trace does, as far as it is known. */
  actions: z.array(emulatedAction),
  /** Accounts of transactions and of actions: the trace is found by them. Raw addresses, each once. */
  accounts: z.array(address),
});

export type PendingTrace = z.output<typeof pendingTrace>;
export type PendingPart = z.output<typeof pendingPart>;
export type MinedPlace = z.output<typeof minedPlace>;
