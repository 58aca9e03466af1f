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
/** A message that takes longer to be emulated for the first time is not waited for. */
const TAKE_OVER_MS_MAX = 30_000;
/** Traces that are written or asked for at once. */
const BATCH = 100;

/** Keeps the store like the live traces. Store and memory may differ in between; readers are only told when not. */
export interface KeepTraces {
  /** Writes what changed. Returns whether the store took it. */
  write(): Promise<boolean>;
  /** Writes what changed and what the store lost, then confirms. */
  upkeep(): Promise<void>;
  /** Removes traces that have left. */
  remove(keys: readonly string[]): Promise<void>;
}

export function createKeepTraces({
  store,
  traces,
  logger,
  nowMs,
  coveredPartitions,
}: KeepTracesDependencies): KeepTraces {
  let told = false;
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      if (told) logger.info('Pending traces are written again');
      told = false;
      return true;
    } catch (error) {
      if (!(error instanceof PendingStoreError)) throw error;
      // Logged once per fault.
      if (!told) logger.warn('Pending traces cannot be written: gateways answer 503 for them', { error });
      told = true;
      return false;
    }
  };
  const put = async (some: readonly LiveTrace[]): Promise<void> => {
    for (const batch of inBatches(some)) {
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
  };
  const writeChanged = async (): Promise<void> => {
    await put([...traces.all()].filter(({ isUnwritten }) => isUnwritten));
  };
  const restoreLost = async (): Promise<void> => {
    const written = [...traces.all()].filter(({ kept, isUnwritten }) => kept !== undefined && !isUnwritten);
    for (const batch of inBatches(written)) {
      const missing = new Set(await store.missing(batch.map(({ message }) => message.key)));
      // Those that have left meanwhile are not written again.
      await put(batch.filter((trace) => missing.has(trace.message.key) && traces.get(trace.message.key) === trace));
    }
  };
  return {
    write: () => attempt(writeChanged),
    async upkeep() {
      await attempt(async () => {
        // Before anything is written: what comes later is not part of what is confirmed.
        const covered = await coveredPartitions();
        await writeChanged();
        await restoreLost();
        if (isTakingOver(traces, nowMs())) return;
        for (const partition of covered) await store.confirm(partition, CONFIRMED_MS);
      });
    },
    async remove(keys) {
      if (keys.length > 0) await attempt(() => store.remove(keys));
    },
  };
}

/** Whether readers may have seen a trace that this process, which took it over, cannot show yet. */
function isTakingOver(traces: LiveTraces, nowMs: number): boolean {
  for (const { isTakenOver, isTried, takenAtMs } of traces.all()) {
    if (isTakenOver && !isTried && nowMs - takenAtMs < TAKE_OVER_MS_MAX) return true;
  }
  return false;
}

function* inBatches(traces: readonly LiveTrace[]): Generator<readonly LiveTrace[]> {
  for (let from = 0; from < traces.length; from += BATCH) yield traces.slice(from, from + BATCH);
}
