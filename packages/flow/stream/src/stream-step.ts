import type { LogRecord } from './event-log.ts';
import type { Outcome } from './outcome.ts';

/** Whether what a record brought is done. Asked again and again; true once, it stays true. */
export type IsDone = () => boolean;

/** The time for which a partition is this process's own. */
export interface PartitionHold {
  /** False once the partition was taken away, even when it was given back since: its records come again. */
  isCurrent(): boolean;
}

/** Up to where a partition is done. */
export interface DoneOffset {
  readonly partition: number;
  readonly offset: bigint;
}

/** What the runner is to do after a pass. */
export interface PassResult {
  /** Until the next pass; 0 when there is more to do at once. */
  readonly pauseMs: number;
  /** Whether the work is to be saved now. What is done and not saved is not committed. */
  readonly isSaveDue: boolean;
}

/**
 * For a step that keeps its own progress beside the log's: records that the group has committed and the step does not
 * know are read again, before any other.
 */
export interface OwnProgress {
  /** The first offset of a partition of which the step does not know that everything before it is done. */
  nextOffset(partition: number): bigint;
  /** The log has lost records that the step does not know. Called before the first record. */
  onLost(): void;
}

/**
 * One stage of the flow, as the runner drives it. All calls come from one runner; which of them never overlap, and what
 * holds when each is made, stands in the README of this package.
 */
export interface StreamStep {
  /** Called once, before the first record. */
  begin?(): Promise<void>;
  /**
   * Takes one record. Computes and does nothing else, so whatever is wrong is the fault of the record: an outcome says
   * so. It may be called while a pass or a save waits: it touches only what the next one begins with.
   */
  take(record: LogRecord, hold: PartitionHold): Outcome<IsDone>;
  /**
   * The partition was given to this process, for the first time or again: what was taken of it from this offset on
   * comes again. As with `take`, a pass or a save may be waiting.
   */
  forget?(partition: number, fromOffset: bigint): void;
  /** No record is taken while it is true. Only a pass or a save may have to make it false. */
  readonly isFull: boolean;
  /** Works on what was taken. */
  pass(): Promise<PassResult>;
  /**
   * Makes the work durable. Everything up to the offsets is done; once it resolves they are committed. What the step
   * took before the call belongs to it, what it takes while the call waits belongs to the next.
   */
  save(done: readonly DoneOffset[]): Promise<void>;
  readonly progress?: OwnProgress;
}
