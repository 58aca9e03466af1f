import type { LogRecord } from './event-log.ts';
import type { Outcome } from './outcome.ts';

/** Returns true when the work of a record is done. Is called repeatedly; once true, it stays true. */
export type IsDone = () => boolean;

/** The assignment of a partition to this process, until it is taken away. */
export interface PartitionAssignment {
  /** False after the partition was taken away, even if it was given back since: its records come again. */
  isCurrent(): boolean;
}

/** The offset up to which a partition is done. */
export interface DoneOffset {
  readonly partition: number;
  readonly offset: bigint;
}

/** When records end the pause after a pass before its time. */
export interface EarlyEnd {
  /** The pause is at least so long, and as long as the pass and its save took. */
  readonly afterMs: number;
  /** It goes on while less time has passed since the last record: more of the same round may come. */
  readonly quietMs: number;
}

/** The result of a pass: it tells the runner when to go on and whether to save. */
export interface PassResult {
  /** Pause before the next pass; 0 when there is more work. */
  readonly pauseMs: number;
  /** Lets records that come meanwhile end the pause; absent: they wait. */
  readonly early?: EarlyEnd | undefined;
  /** True to save the work now. Only saved work is committed. */
  readonly isSaveDue: boolean;
}

/**
 * The progress of a step that keeps offsets of its own beside those of the group. Records that the group has committed
 * and the step does not know are read again, before all others.
 */
export interface OwnProgress {
  /** Returns the first offset of a partition that the step does not know to be done. */
  nextOffset(partition: number): bigint;
  /** Called before the first record when the log has removed records that the step does not know. */
  onRecordsLost(): void;
}

/**
 * One stage of the flow. All calls come from one runner. The README of this package lists which calls never overlap and
 * what the runner guarantees.
 */
export interface StreamStep {
  /** Called once, before the first record. */
  begin?(): Promise<void>;
  /**
   * Takes one record. It only computes, so every fault is the record's and is returned as a rejection. May be called
   * while a pass or a save waits, and changes only what the next one begins with.
   */
  take(record: LogRecord, assignment: PartitionAssignment): Outcome<IsDone>;
  /**
   * Forgets the records of a partition from an offset on: the partition was assigned to this process, for the first
   * time or again, and they come again. As with `take`, a pass or a save may be waiting.
   */
  forget?(partition: number, fromOffset: bigint): void;
  /** While true, no record is taken. A pass or a save must be able to make it false. */
  readonly isFull: boolean;
  /** Works on the records that were taken. */
  pass(): Promise<PassResult>;
  /**
   * Makes the work durable. Everything up to the offsets is done; they are committed once this resolves. Records taken
   * before the call belong to this save, records taken while it waits to the next one.
   */
  save(done: readonly DoneOffset[]): Promise<void>;
  readonly progress?: OwnProgress;
}
