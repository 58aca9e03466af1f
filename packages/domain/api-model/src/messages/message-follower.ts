import type { SentMessage } from './message-target.ts';

/** Makes it known that a message was sent, so that its trace is shown while no block has it. */
export interface MessageFollower {
  /**
   * Resolves when the message will be followed, whatever process is lost.
   *
   * @param boc a bag of cells with the message as its one root
   * @param afterSeqno masterchain seqno of a round: only a later one can have the message. Absent: each may
   * @throws {MessageTargetError} `refused` for anything but a message from outside, `unavailable`, `timed_out`
   */
  follow(boc: Uint8Array, afterSeqno?: number): Promise<SentMessage>;
}
