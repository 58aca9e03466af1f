import type { Logger } from '@tonriver/logger';
import { type KeptTrace, PendingStoreError, type PendingWriter } from '@tonriver/pending-store';
import type { LiveTrace } from '../traces/live-trace.ts';
import type { LiveTraces } from '../traces/live-traces.ts';

export interface KeepTracesDependencies {
  readonly store: PendingWriter;
  readonly traces: LiveTraces;
  readonly logger: Logger;
  readonly nowMs: () => number;
  /** Returns the partitions all of whose messages are among the live traces, or are no longer followed. */
  readonly coveredPartitions: () => Promise<readonly number[]>;
}

/** How long a trace stays in the store without its writer: longer than messages are followed. */
const TTL_MS = 15 * 60_000;
/** How long readers believe that the store has everything. */
const CONFIRMED_MS = 3_000;
/** The longest that readers wait until messages that were taken over are emulated. */
const TAKE_OVER_MS_MAX = 30_000;
/** How long a new message may wait for its first emulation without being missed. */
const UNMISSED_MS = 1_000;
/** Traces that are written, asked for or removed at once. */
const BATCH = 100;

/** Keeps the store like the live traces. Store and memory may differ in between; readers are only told when not. */
export interface KeepTraces {
  /** Writes what changed. What the store does not take is written by the upkeep. */
  write(): Promise<void>;
  /** Removes traces that have left, then writes what changed and what the store lost, then confirms. */
  upkeep(): Promise<void>;
  /** Removes traces that have left. What the store does not remove now is removed by the upkeep. */
  remove(keys: readonly string[]): Promise<void>;
}

export function createKeepTraces(dependencies: KeepTracesDependencies): KeepTraces {
  const { store, traces, nowMs, coveredPartitions } = dependencies;
  const attempt = createAttempt(dependencies);
  const isTakingOver = createTakeOver(traces, nowMs);
  const inTurn = createTurns();
  /** Traces that the store may still have. */
  const leaving = new Set<string>();

  const isLive = (trace: LiveTrace): boolean => traces.get(trace.message.key) === trace;
  // Each batch is chosen in its turn: what has left meanwhile must not come back.
  const put = async (some: readonly LiveTrace[]): Promise<void> => {
    for (const batch of inBatches(some)) await inTurn(() => putBatch(store, batch.filter(isLive)));
  };
  const removeLeft = async (): Promise<void> => {
    for (const batch of inBatches([...leaving])) {
      await inTurn(async () => {
        await store.remove(batch.filter((key) => traces.get(key) === undefined));
        for (const key of batch) leaving.delete(key);
      });
    }
  };
  const writeChanged = async (): Promise<void> => {
    await put([...traces.all()].filter(({ isUnwritten }) => isUnwritten));
  };
  const restoreLost = async (): Promise<void> => {
    const written = [...traces.all()].filter(({ kept, isUnwritten }) => kept !== undefined && !isUnwritten);
    for (const batch of inBatches(written)) {
      const missing = new Set(await inTurn(() => store.missing(batch.map(({ message }) => message.key))));
      await put(batch.filter(({ message }) => missing.has(message.key)));
    }
  };
  return {
    write: () => attempt(writeChanged),
    async upkeep() {
      await attempt(async () => {
        // Before anything is written: what comes later is not part of what is confirmed.
        const covered = await coveredPartitions();
        await removeLeft();
        await writeChanged();
        await restoreLost();
        if (isTakingOver()) return;
        for (const partition of covered) await store.confirm(partition, CONFIRMED_MS);
      });
    },
    async remove(keys) {
      for (const key of keys) leaving.add(key);
      if (keys.length > 0) await attempt(removeLeft);
    },
  };
}

async function putBatch(store: PendingWriter, batch: readonly LiveTrace[]): Promise<void> {
  const kept = batch.flatMap((trace): KeptTrace[] => {
    trace.isUnwritten = false;
    return trace.kept === undefined ? [] : [{ trace: trace.kept, ttlMs: TTL_MS }];
  });
  try {
    await store.put(kept);
  } catch (error) {
    for (const trace of batch) trace.isUnwritten = true;
    throw error;
  }
}

/** Returns what does work with the store, and tells once per fault that it does not answer. */
function createAttempt({
  logger,
}: Pick<KeepTracesDependencies, 'logger'>): (work: () => Promise<void>) => Promise<void> {
  let isTold = false;
  return async (work) => {
    try {
      await work();
      if (isTold) logger.info('Pending traces are written again');
      isTold = false;
    } catch (error) {
      if (!(error instanceof PendingStoreError)) throw error;
      if (!isTold) logger.warn('Pending traces cannot be written: gateways answer 503 for them', { error });
      isTold = true;
    }
  };
}

/** Returns what does one work after the other. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return await own;
  };
}

/**
 * Returns what tells whether readers may have seen a trace that this process, which took it over, cannot show yet. It
 * goes on until the messages that came meanwhile are shown too: readers would miss them as well.
 */
function createTakeOver(traces: LiveTraces, nowMs: () => number): () => boolean {
  let beganAtMs: number | undefined;
  return () => {
    const now = nowMs();
    const untried = [...traces.open()].filter(({ isTried }) => !isTried);
    const takenOver = untried.find(({ isTakenOver }) => isTakenOver);
    if (beganAtMs === undefined && takenOver === undefined) return false;
    beganAtMs ??= takenOver?.takenAtMs ?? now;
    const areMissed = untried.some(({ isTakenOver, takenAtMs }) => isTakenOver || now - takenAtMs >= UNMISSED_MS);
    if (areMissed && now - beganAtMs < TAKE_OVER_MS_MAX) return true;
    // They were waited for, all or long enough.
    beganAtMs = undefined;
    for (const trace of untried) trace.isTakenOver = false;
    return false;
  };
}

function* inBatches<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  for (let from = 0; from < values.length; from += BATCH) yield values.slice(from, from + BATCH);
}
