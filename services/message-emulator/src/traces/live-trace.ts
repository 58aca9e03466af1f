import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import type { AccountAddress } from '@tonriver/chain-model';
import type { PendingTrace } from '@tonriver/pending-store';
import type { PartitionAssignment } from '@tonriver/stream';
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
  /** Masterchain seqno of a round: only a later one can have the message. Absent: each may. */
  readonly afterSeqno?: number | undefined;
}

/** What is known of a trace, from the message on until readers have it as a finished one. */
export interface LiveTrace {
  readonly message: FollowedMessage;
  /** Milliseconds of the process's clock. */
  readonly takenAtMs: number;
  /** Its message was accepted before this process took its partition over: readers may have seen it. */
  isTakenOver: boolean;
  /** That of its record; a new one when the record comes again. */
  assignment: PartitionAssignment;
  /** Transactions that blocks have; the first one is that of the message. Only grows. */
  readonly mined: FollowedTransaction[];
  minedBytes: number;
  /**
   * Messages in flight by hash, upper-case hexadecimal, with the account that each goes to as a raw address: the
   * message itself at first.
   */
  readonly inFlight: Map<string, string>;
  /** When each message in flight was looked up by its hash last: later rounds alone are looked through after it. */
  lookedUpAtMs: number;
  /** What emulation said last: of the whole trace, or of what follows from the messages in flight. */
  prediction: EmulatedTraceAnswer | undefined;
  /** The prediction holds behind earlier messages to the account, which no block has. */
  isBehind: boolean;
  /** Transactions that blocks had of it when something was known last. */
  knownMinedCount: number;
  /** Transactions that the prediction has. */
  predictedCount: number;
  /** The first moment at which it may be emulated; undefined: what is known is as good as it gets. */
  emulateFromMs: number | undefined;
  /**
   * Why it is to be emulated again although blocks have no more of it and the account of its message is as it was: a
   * round has changed another of its accounts, or what readers have is some seconds old. Undefined: for another
   * reason.
   */
  renewal: 'touched' | 'old' | undefined;
  emulatedAtMs: number;
  /** How long that took. */
  emulationMs: number;
  /** Emulations since the last one that said something. */
  failures: number;
  /** How many of these took all the time or memory that they may. */
  longFailures: number;
  isRunning: boolean;
  /** What readers get; undefined while nothing is known. */
  kept: PendingTrace | undefined;
  /** When something was known of it first. */
  toldAtMs: number | undefined;
  /** Memory of `kept` and `prediction`. */
  keptBytes: number;
  /** `kept` is not in the store. */
  isUnwritten: boolean;
  /** Whether it was ever emulated. */
  isShown: boolean;
  /** Whether it is known what the chain would do with it, or that this cannot be known now. */
  isTried: boolean;
  /** When it ended: readers have it as a finished trace, or nobody waits for it any more. */
  endedAtMs: number | undefined;
}

export function createLiveTrace(
  message: FollowedMessage,
  { takenAtMs, isTakenOver, assignment }: Pick<LiveTrace, 'takenAtMs' | 'isTakenOver' | 'assignment'>,
): LiveTrace {
  return {
    message,
    takenAtMs,
    isTakenOver,
    assignment,
    mined: [],
    minedBytes: 0,
    inFlight: new Map([[Buffer.from(message.key, 'base64').toString('hex').toUpperCase(), message.account]]),
    lookedUpAtMs: Number.NEGATIVE_INFINITY,
    prediction: undefined,
    isBehind: false,
    knownMinedCount: 0,
    predictedCount: 0,
    emulateFromMs: takenAtMs,
    renewal: undefined,
    emulatedAtMs: Number.NEGATIVE_INFINITY,
    emulationMs: 0,
    failures: 0,
    longFailures: 0,
    isRunning: false,
    kept: undefined,
    toldAtMs: undefined,
    keptBytes: 0,
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

/** Whether blocks have more of it than what readers got says. */
export function hasGrown({ mined, knownMinedCount }: LiveTrace): boolean {
  return mined.length > knownMinedCount;
}

/** Whether no block was looked through for it: its message has just come. */
export function isNewlyTaken({ lookedUpAtMs }: LiveTrace): boolean {
  return lookedUpAtMs === Number.NEGATIVE_INFINITY;
}

/** The round of its newest transaction. */
export function newestRound({ mined }: LiveTrace): number {
  return mined.reduce((newest, { place }) => Math.max(newest, place.mcSeqno), 0);
}

/** A larger trace is not shown: real ones take a tenth of it. The store takes values of four times the size. */
const TRACE_BYTES_MAX = 4 * 1024 * 1024;
/** More than readers could be shown. */
const MINED_MAX = 4_000;

/** The memory that it takes, about. */
export function bytesOf({ message, minedBytes, keptBytes }: LiveTrace): number {
  return message.boc.length + minedBytes + keptBytes;
}

export function isTooLarge(trace: LiveTrace): boolean {
  return trace.mined.length >= MINED_MAX || bytesOf(trace) > TRACE_BYTES_MAX;
}
