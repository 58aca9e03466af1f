import { type EmulatedTraceAnswer, GetMethodError } from '@tonriver/api-model';
import type { Logger } from '@tonriver/logger';
import type { PendingTrace } from '@tonriver/pending-store';
import { type LiveTrace, isComplete } from '../traces/live-trace.ts';
import type { LiveTraces } from '../traces/live-traces.ts';
import { type EmulationOutcome, type EmulationPort, emulateLiveTrace } from './emulate-live-trace.ts';
import { pendingTraceOf, refusedTrace } from './pending-trace-of.ts';
import { createPlaces } from './places.ts';

export interface EmulationsDependencies {
  readonly executor: EmulationPort;
  readonly traces: LiveTraces;
  readonly runningMax: number;
  readonly logger: Logger;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  readonly onOutcome: (outcome: 'trace' | 'refused' | 'failed', trace: LiveTrace) => void;
  /** Something changed that has to be written. */
  readonly onChanged: () => void;
}

/** Emulates traces, some at a time, and those of one account one after the other. */
export interface Emulations {
  /** Begins what may be emulated now, at this round, and goes on with it as places get free, until it is held. */
  begin(seqno: number): void;
  /** Begins no more: blocks of a newer round are looked through, after which traces belong to that round. */
  hold(): void;
  readonly runningCount: number;
}

/** The executor has no room, is away, or has not seen the newest round yet. */
const AGAIN_MS = 300;
/** Errors of the executor, not of the message. */
const OF_THE_EXECUTOR: ReadonlySet<GetMethodError['code']> = new Set([
  'overloaded',
  'unavailable',
  'not_ready',
  'block_not_indexed',
]);
/**
 * It is not known what the chain would do: a state is missing, or the message takes too long. Each failure doubles the
 * wait.
 */
const AGAIN_AFTER_FAILURE_MS = 5_000;
const AGAIN_AFTER_FAILURE_MS_MAX = 60_000;

export function createEmulations(dependencies: EmulationsDependencies): Emulations {
  const { executor, traces, runningMax, logger, nowMs, signal, onOutcome, onChanged } = dependencies;
  const places = createPlaces(runningMax);

  const apply = (trace: LiveTrace, outcome: EmulationOutcome, seqno: number): void => {
    applyOutcome(trace, outcome, { seqno, nowMs: nowMs() });
    onOutcome(outcome.kind, trace);
    onChanged();
  };
  const run = async (trace: LiveTrace, seqno: number): Promise<void> => {
    const minedCount = trace.mined.length;
    const startedAtMs = nowMs();
    trace.isRunning = true;
    trace.emulateFromMs = undefined;
    // One for each run: what is asked with it listens to it.
    const wanted = new AbortController();
    const stop = (): void => wanted.abort();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const call = { seqno, signal: wanted.signal };
      const outcome = await emulateLiveTrace(executor, trace, earlierThan(trace, traces), call);
      // Blocks have more of it by now: that counts, and it is asked again.
      trace.emulationMs = nowMs() - startedAtMs;
      if (trace.mined.length === minedCount) apply(trace, outcome, seqno);
      else trace.emulateFromMs ??= nowMs();
    } catch (error) {
      if (signal.aborted) return;
      const isLater = error instanceof GetMethodError && OF_THE_EXECUTOR.has(error.code);
      if (!isLater) {
        trace.isTried = true;
        trace.failures += 1;
        onOutcome('failed', trace);
        const level = error instanceof GetMethodError ? 'debug' : 'warn';
        logger[level]('A message could not be emulated', { error, message: trace.message.key });
      }
      trace.emulateFromMs ??= nowMs() + (isLater ? AGAIN_MS : waitAfter(trace.failures));
    } finally {
      signal.removeEventListener('abort', stop);
      trace.isRunning = false;
    }
  };

  /** The round at which it is emulated; undefined while none may begin. */
  let round: number | undefined;
  /** Those that blocks up to the round were looked through for. */
  let known: ReadonlySet<LiveTrace> = new Set();
  const fill = (): void => {
    if (round === undefined || signal.aborted) return;
    for (const trace of inTurn(traces, nowMs())) {
      if (places.isFull) return;
      if (!known.has(trace)) continue;
      const free = places.take(trace);
      if (free === undefined) continue;
      void run(trace, round).finally(() => {
        free();
        onChanged();
        // A place does not stay empty until queries of the next pass are answered.
        fill();
      });
    }
  };

  return {
    begin(seqno) {
      round = seqno;
      known = new Set(traces.all());
      fill();
    },
    hold() {
      round = undefined;
    },
    get runningCount() {
      return places.takenCount;
    },
  };
}

/** Keeps what emulation at a round said. */
function applyOutcome(
  trace: LiveTrace,
  outcome: EmulationOutcome,
  { seqno, nowMs }: { readonly seqno: number; readonly nowMs: number },
): void {
  trace.emulatedAtMs = nowMs;
  trace.isTried = true;
  trace.failures = 0;
  if (outcome.kind === 'refused') {
    trace.prediction = undefined;
    trace.kept = refusedTrace(trace, outcome.reason, seqno);
  } else {
    trace.prediction = outcome.prediction;
    trace.kept = pendingTraceOf(trace, outcome.prediction);
  }
  trace.keptBytes = memoryOf(trace.kept, trace.prediction);
  trace.isUnwritten = true;
}

function waitAfter(failures: number): number {
  return Math.min(AGAIN_AFTER_FAILURE_MS * 2 ** (failures - 1), AGAIN_AFTER_FAILURE_MS_MAX);
}

/** About the memory of a trace as it is kept, and of the states that others are emulated behind. */
function memoryOf(kept: PendingTrace, prediction: EmulatedTraceAnswer | undefined): number {
  const parts = kept.parts.reduce((sum, { content }) => sum + content.length, 0);
  const states = Object.values(prediction?.states ?? {}).reduce((sum, boc) => sum + boc.length, 0);
  return parts + states + JSON.stringify(kept.actions).length;
}

/** Traces that may be emulated: new ones first, then those that blocks have a part of, then the longest waiting. */
function inTurn(traces: LiveTraces, nowMs: number): LiveTrace[] {
  const ready = [...traces.all()].filter(
    ({ isRunning, endedAtMs, emulateFromMs }) =>
      !isRunning && endedAtMs === undefined && emulateFromMs !== undefined && emulateFromMs <= nowMs,
  );
  const rank = (trace: LiveTrace): number => {
    if (trace.kept === undefined) return 0;
    return isComplete(trace) ? 1 : 2;
  };
  return ready.toSorted(
    (left, right) => rank(left) - rank(right) || (left.emulateFromMs ?? 0) - (right.emulateFromMs ?? 0),
  );
}

/** Traces of messages to its account that came before it and that no block has: it may only be valid behind them. */
function earlierThan(trace: LiveTrace, traces: LiveTraces): LiveTrace[] {
  const earlier: LiveTrace[] = [];
  for (const other of traces.ofAccount(trace.message.account)) {
    if (other === trace) break;
    if (other.mined.length === 0 && other.prediction !== undefined && other.endedAtMs === undefined)
      earlier.push(other);
  }
  return earlier;
}
