import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import type { AccountAddress } from '@tonriver/chain-model';
import type { PendingTrace } from '@tonriver/pending-store';
import type { FollowedTransaction } from '../mined/followed-transaction.ts';

/** A message that is followed. Hashes are base64 unless they are said to be hexadecimal. */
export interface FollowedMessage {
  /** The normalised hash: the key of its trace. */
  readonly key: string;
  /** The hash as it was sent. */
  readonly externalHash: string;
  readonly address: AccountAddress;
  /** `address` as raw text. */
  readonly account: string;
  readonly boc: Uint8Array;
  /** Unix time in milliseconds. */
  readonly acceptedAtMs: number;
}

/** What is known of a trace, from the message on until readers have it as a finished one. */
export interface LiveTrace {
  readonly message: FollowedMessage;
  /** Milliseconds of the process's clock. */
  readonly takenAtMs: number;
  /** Its message was accepted before this process began: readers may have seen it. */
  readonly isTakenOver: boolean;
  /** Transactions that blocks have; the first one is that of the message. Only grows. */
  readonly mined: FollowedTransaction[];
  /** Hashes of the messages in flight, upper-case hexadecimal: that of the message itself at first. */
  readonly inFlight: Set<string>;
  /** What emulation said last: of the whole trace, or of what follows from the messages in flight. */
  prediction: EmulatedTraceAnswer | undefined;
  /** Why the chain does not take the message, by the last emulation. */
  refusal: string | undefined;
  /** The first moment at which it may be emulated; undefined: what is known is as good as it gets. */
  emulateFromMs: number | undefined;
  emulatedAtMs: number;
  isRunning: boolean;
  /** What readers get; undefined while nothing is known. */
  kept: PendingTrace | undefined;
  /** `kept` is not in the store. */
  isUnwritten: boolean;
  /** Whether it was ever emulated. */
  isShown: boolean;
  /** Whether it is known what the chain would do with it, or that this cannot be known now. */
  isTried: boolean;
  /** When it ended: readers have it as a finished trace, or nobody waits for it any more. */
  endedAtMs: number | undefined;
}

export function createLiveTrace(message: FollowedMessage, takenAtMs: number, isTakenOver = false): LiveTrace {
  return {
    message,
    takenAtMs,
    isTakenOver,
    mined: [],
    inFlight: new Set([Buffer.from(message.key, 'base64').toString('hex').toUpperCase()]),
    prediction: undefined,
    refusal: undefined,
    emulateFromMs: takenAtMs,
    emulatedAtMs: Number.NEGATIVE_INFINITY,
    isRunning: false,
    kept: undefined,
    isUnwritten: false,
    isShown: false,
    isTried: false,
    endedAtMs: undefined,
  };
}

/** Whether blocks have all of it. */
export function isComplete({ mined, inFlight }: LiveTrace): boolean {
  return mined.length > 0 && inFlight.size === 0;
}

/** The round of its newest transaction. */
export function newestRound({ mined }: LiveTrace): number {
  return mined.reduce((newest, { place }) => Math.max(newest, place.mcSeqno), 0);
}
