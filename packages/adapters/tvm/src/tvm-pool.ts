import type { EmulationCall, EmulationResult } from './emulation.ts';
import type { GetMethodCall, GetMethodResult } from './get-method.ts';

/** Where runs take place. Every refusal is a `TvmError`; results are exact. */
export interface TvmPool {
  runGetMethod(call: GetMethodCall, options?: RunOptions): Promise<GetMethodResult>;
  emulateTransaction(call: EmulationCall, options?: RunOptions): Promise<EmulationResult>;
  /**
   * Takes results that have come and wait for their turn in the event loop, which frees their threads. For callers who
   * are about to refuse something: a loop that is busy with refusals would look at the threads once a round.
   */
  collect(): void;
  /** The present state of the pool, for metrics and for readiness. */
  status(): TvmPoolStatus;
  /** Ends all workers; calls that are waiting or running end with `tvm_closed`. */
  close(): Promise<void>;
}

export interface RunOptions {
  /**
   * Takes a call that waits out of the line (`tvm_aborted`). One that runs goes on to its end or its wall time, and
   * settles only then: a thread cannot be stopped but by ending it, and until then it is not free for others.
   */
  readonly signal?: AbortSignal;
  /** Time of the run itself, without waiting, as the pool counts it; its `wallTimeMs` is the default and the most. */
  readonly wallTimeMs?: number;
  /**
   * The work that the call belongs to has taken much already. Such calls wait in a line of their own, and those of
   * other work hardly wait for them.
   */
  readonly isOfLargeWork?: boolean;
  /** Is called when a thread begins the run: until then it waits. */
  readonly onStart?: () => void;
}

export interface TvmPoolOptions {
  /** Threads that run calls; one more is kept warm to replace a lost one. */
  readonly workerCount: number;
  /** Calls that may wait. One more ends with `tvm_overloaded`. */
  readonly queueLengthMax: number;
  /** After this the run is ended with its worker (`tvm_timed_out`): wall time, unless `countsProcessorTime`. */
  readonly wallTimeMs: number;
  /**
   * What counts is the time that the thread has had of a processor, where the system tells it (Linux), so that the same
   * runs end on a busy machine and on an idle one; after 30 times as much wall time a run is ended all the same. For
   * results that are stored. Default false: somebody waits for them.
   */
  readonly countsProcessorTime?: boolean;
  /** Memory of one worker's TVM, in MB (2^20 bytes): beyond it `tvm_out_of_memory`. */
  readonly memoryMbMax: number;
  /**
   * By how much the threads give way to others of the process, from 0 to 19: with 5, one has a third of the share that
   * others have of a busy processor. Default 0.
   */
  readonly niceness?: number;
}

/**
 * The niceness of threads that run what strangers ask for, while they wait for the answer: who only reads goes before
 * them.
 */
export const NICENESS_OF_ANSWERS = 4;

/** The niceness of threads whose results are stored, such as those of a chain: answers go before them. */
export const NICENESS_OF_STORED = 10;

export interface TvmPoolStatus {
  readonly workersReady: number;
  readonly running: number;
  readonly waiting: number;
  /** Since the start: workers that were ended or lost, and calls that were repeated in a fresh instance. */
  readonly workersReplaced: number;
  readonly callsRepeated: number;
}
