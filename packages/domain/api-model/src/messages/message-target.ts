import { TonriverError } from '@tonriver/errors';

/** Hashes of a message that was accepted: of its cell, and of its normalised form (TEP-467). 32 bytes each. */
export interface SentMessage {
  readonly hash: Uint8Array;
  readonly normalisedHash: Uint8Array;
  /** Masterchain seqno of a round: only a later one can have the message. Absent: each may. */
  readonly afterSeqno?: number;
}

/** Takes external messages for a chain. Accepted does not mean that a block has the message. */
export interface MessageTarget {
  /**
   * Sends one message.
   *
   * @param boc a bag of cells with the message as its one root
   * @param options.signal aborts when nobody waits for the answer: a message that was not sent yet need not be
   * @throws {MessageTargetError}
   */
  send(boc: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<SentMessage>;
}

/**
 * - `refused`: the chain does not take the message. The text is the node's, for callers.
 * - `overloaded`: too many messages wait. `fields.retryAfterMs`.
 * - `timed_out`: no answer in time. The message may have been accepted.
 * - `unavailable`: the target cannot be reached, or answers with something unknown. The message may have been accepted.
 */
type MessageTargetErrorCode = 'refused' | 'overloaded' | 'timed_out' | 'unavailable';

/** The reason why it is not known that a message was accepted. */
export class MessageTargetError extends TonriverError<MessageTargetErrorCode> {}
