import type { EmulationCall, EmulationResult } from '../emulation.ts';
import { loadEmulatorBuild } from '../emulator/emulator-build.ts';
import type { GetMethodCall, GetMethodResult } from '../get-method.ts';
import { encodeStackBoc } from '../stack/encode-stack.ts';
import { TvmError } from '../tvm-error.ts';
import type { RunOptions, TvmPool, TvmPoolOptions } from '../tvm-pool.ts';
import { type LibraryIds, type PooledCall, startTvmWorker, type TvmWorker } from './tvm-worker.ts';
import { limitRun } from './limit-run.ts';
import { createWaitingCalls } from './waiting-calls.ts';
import type { WorkerStart } from './worker-messages.ts';

/** Lower and upper limit for the `retryAfterMs` of a full queue. */
const retryAfterMs = { least: 100, most: 10_000 } as const;
/** Weight of the last call in the mean duration from which `retryAfterMs` is computed. */
const durationWeight = 0.1;
/** A worker that cannot be started is started again after this long, and longer each time up to the second. */
const restartDelayMs = { least: 100, most: 5_000 } as const;

const noArguments = encodeStackBoc([]);

type Result = GetMethodResult | EmulationResult;

/** A call that waits or runs. */
interface Job {
  readonly call: PooledCall;
  readonly wallTimeMs: number;
  readonly isOfLargeWork: boolean;
  readonly onStart: (() => void) | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Set when the caller has left: the result of a running call is then dropped. */
  isAbandoned: boolean;
  stopListening: () => void;
}

/**
 * Starts the workers and one spare, and resolves when the first can take calls (about a second). Throws
 * `tvm_unknown_build`, and any error that keeps a worker from starting.
 */
export async function createTvmPool(options: TvmPoolOptions): Promise<TvmPool> {
  const pool = new Pool(options);
  await pool.start();
  return pool;
}

class Pool implements TvmPool {
  readonly #options: TvmPoolOptions;
  readonly #start: WorkerStart;
  readonly #libraryIds: LibraryIds = createLibraryIds();
  readonly #waiting = createWaitingCalls<Job>();
  readonly #running = new Set<Job>();
  /** Every thread there is: starting, idle, running, ending. */
  readonly #workers = new Set<TvmWorker>();
  readonly #idle: TvmWorker[] = [];
  #isClosed = false;
  #meanMs = 1;
  #startsFailed = 0;
  #workersReplaced = 0;
  /** Of workers that are gone. */
  #callsRepeatedBefore = 0;

  constructor(options: TvmPoolOptions) {
    this.#options = options;
    const { memoryMbMax, niceness = 0 } = options;
    this.#start = { build: loadEmulatorBuild(), memoryMbMax, niceness };
  }

  async start(): Promise<void> {
    const workers = Array.from({ length: this.#options.workerCount + 1 }, () => this.#addWorker());
    try {
      await Promise.any(workers.map(({ ready }) => ready));
    } catch (error) {
      await this.close();
      throw error instanceof AggregateError ? error.errors[0] : error;
    }
  }

  async runGetMethod({ stack, ...call }: GetMethodCall, options: RunOptions = {}) {
    const argumentsBoc = stack.length === 0 ? noArguments : encodeStackBoc(stack);
    return (await this.#enqueue({ kind: 'get_method', call: { ...call, argumentsBoc } }, options)) as GetMethodResult;
  }

  async emulateTransaction(call: EmulationCall, options: RunOptions = {}) {
    return (await this.#enqueue({ kind: 'emulation', call }, options)) as EmulationResult;
  }

  collect(): void {
    for (const worker of this.#workers) worker.collect();
  }

  status() {
    return {
      workersReady: this.#idle.length + this.#running.size,
      running: this.#running.size,
      waiting: this.#waiting.count,
      workersReplaced: this.#workersReplaced,
      callsRepeated: [...this.#workers].reduce((sum, worker) => sum + worker.callsRepeated, this.#callsRepeatedBefore),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = new TvmError('tvm_closed', 'The pool is closed');
    for (const job of this.#waiting.removeAll()) this.#settle(job, () => job.reject(closed));
    for (const job of this.#running) this.#settle(job, () => job.reject(closed));
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #enqueue(call: PooledCall, { signal, wallTimeMs, isOfLargeWork = false, onStart }: RunOptions): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new TvmError('tvm_closed', 'The pool is closed'));
      if (signal?.aborted === true) return reject(abortedError());
      if (this.#waiting.count >= this.#options.queueLengthMax && !this.#hasRoom()) return reject(this.#overloaded());
      const limit = Math.min(wallTimeMs ?? this.#options.wallTimeMs, this.#options.wallTimeMs);
      const callers = { resolve, reject, isAbandoned: false, stopListening: () => undefined };
      const job: Job = { call, wallTimeMs: limit, isOfLargeWork, onStart, ...callers };
      if (signal !== undefined) this.#listen(job, signal);
      this.#waiting.add(job);
      this.#dispatch();
    });
  }

  #listen(job: Job, signal: AbortSignal): void {
    const onAbort = (): void => {
      // A run under way goes on within its wall time: ending a worker for every caller that leaves would cost others.
      if (!this.#waiting.remove(job)) return;
      this.#settle(job, () => job.reject(abortedError()));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    job.stopListening = () => signal.removeEventListener('abort', onAbort);
  }

  #settle(job: Job, settle: () => void): void {
    if (job.isAbandoned) return;
    job.isAbandoned = true;
    job.stopListening();
    settle();
  }

  /** The spare is not counted: it takes calls only in place of another. */
  #hasRoom(): boolean {
    return this.#idle.length > 0 && this.#running.size < this.#options.workerCount;
  }

  #dispatch(): void {
    while (this.#waiting.count > 0 && this.#hasRoom()) {
      const [job, worker] = [this.#waiting.next()!, this.#idle.pop()!];
      void this.#run(job, worker);
    }
  }

  async #run(job: Job, worker: TvmWorker): Promise<void> {
    this.#running.add(job);
    const startedAt = performance.now();
    const stopWatching = limitRun({
      timeMs: job.wallTimeMs,
      ...(this.#options.countsProcessorTime === true ? { processorTimeMs: () => worker.processorTimeMs() } : {}),
      onOver: () => {
        this.#settle(job, () => job.reject(timedOut(job.wallTimeMs)));
        void worker.terminate();
      },
    });
    try {
      job.onStart?.();
      const result = await worker.run(job.call);
      this.#settle(job, () => job.resolve(result));
    } catch (error) {
      this.#settle(job, () => job.reject(error));
    } finally {
      stopWatching();
      this.#running.delete(job);
      this.#meanMs += (performance.now() - startedAt - this.#meanMs) * durationWeight;
      if (!worker.hasEnded) this.#idle.push(worker);
      this.#dispatch();
    }
  }

  #addWorker(): TvmWorker {
    const worker = startTvmWorker(this.#start, this.#libraryIds);
    this.#workers.add(worker);
    let isReady = false;
    worker.ready.then(
      () => {
        isReady = true;
        this.#startsFailed = 0;
        this.#idle.push(worker);
        this.#dispatch();
      },
      () => undefined,
    );
    void worker.ended.then(() => this.#replace(worker, isReady));
    return worker;
  }

  #replace(worker: TvmWorker, wasReady: boolean): void {
    this.#workers.delete(worker);
    this.#callsRepeatedBefore += worker.callsRepeated;
    const position = this.#idle.indexOf(worker);
    if (position >= 0) this.#idle.splice(position, 1);
    if (this.#isClosed) return;
    this.#workersReplaced++;
    if (wasReady) {
      this.#addWorker();
      return;
    }
    const delay = Math.min(restartDelayMs.least * 2 ** this.#startsFailed++, restartDelayMs.most);
    setTimeout(() => {
      if (!this.#isClosed) this.#addWorker();
    }, delay).unref();
  }

  #overloaded(): TvmError {
    const expected = (this.#waiting.count * this.#meanMs) / this.#options.workerCount;
    const after = Math.min(Math.max(Math.ceil(expected), retryAfterMs.least), retryAfterMs.most);
    const fields = { waiting: this.#waiting.count, retryAfterMs: after };
    return new TvmError('tvm_overloaded', 'Too many calls wait', fields, { isRetryable: true });
  }
}

function createLibraryIds(): LibraryIds {
  const known = new WeakMap<Uint8Array, number>();
  let last = 0;
  return (librariesBoc) => {
    const id = known.get(librariesBoc) ?? ++last;
    known.set(librariesBoc, id);
    return id;
  };
}

function abortedError(): TvmError {
  return new TvmError('tvm_aborted', 'The caller has ended the call');
}

function timedOut(wallTimeMs: number): TvmError {
  return new TvmError('tvm_timed_out', 'The call took longer than it may', { wallTimeMs });
}
