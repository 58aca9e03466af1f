/** What an account pays in its transaction for a message from outside, nanograms. */
export interface MessageFees {
  /** For the import of the message into the chain. */
  readonly importFee: bigint;
  /** For what the account stored until then. */
  readonly storageFee: bigint;
  readonly gasFee: bigint;
  /** For the way of all messages that the transaction sends. */
  readonly forwardFee: bigint;
}
