import { z } from 'zod';

const nanograms = z.string().regex(/^\d{1,39}$/);

/** A message from outside whose fees are wanted, from the gateway to the executor, the same for all dialects. */
export const feeEstimateCall = z.strictObject({
  workchain: z.int().min(-128).max(127),
  /** The account inside its workchain: 64 upper-case hexadecimal digits. */
  accountHex: z.string().regex(/^[0-9A-F]{64}$/),
  /** The body's cell as a bag in base64. */
  bodyBoc: z.base64(),
  /** Code and data of the message's StateInit; null: absent. Without both the message has none. */
  initCodeBoc: z.base64().nullable(),
  initDataBoc: z.base64().nullable(),
  /** Whether every signature counts as valid. */
  ignoresSignatures: z.boolean(),
});

/** What the account would pay, nanograms. */
export const feeEstimate = z.strictObject({
  /** For the import of the message into the chain. */
  importFee: nanograms,
  storageFee: nanograms,
  /** Of a message that the contract does not accept gas and forwarding are 0: there is no transaction. */
  gasFee: nanograms,
  /** For the way of all messages that the transaction sends. */
  forwardFee: nanograms,
  isAccepted: z.boolean(),
  /** The masterchain block after which the message was emulated. */
  seqno: z.int().min(0),
});

export type FeeEstimateCall = z.output<typeof feeEstimateCall>;
export type FeeEstimate = z.output<typeof feeEstimate>;
