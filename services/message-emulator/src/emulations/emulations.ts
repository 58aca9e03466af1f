import { GetMethodError } from '@tonriver/api-model';
import type { Logger } from '@tonriver/logger';
import { type LiveTrace, isComplete } from '../traces/live-trace.ts';
import type { LiveTraces } from '../traces/live-traces.ts';
import { type EmulationOutcome, type EmulationPort, emulateLiveTrace } from './emulate-live-trace.ts';
import { pendingTraceOf, refusedTrace } from './pending-trace-of.ts';

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
  /** Begins what may be emulated now, at this round. */
  begin(seqno: number): void;
  readonly runningCount: number;
}

/** The executor has no room, is away, or has not seen the newest round yet. */
const AGAIN_MS = 300;
/** It is not known what the chain would do: a state is missing, or the message takes too long. */
const AGAIN_AFTER_FAILURE_MS = 5_000;

export function createEmulations(dependencies: EmulationsDependencies): Emulations {
  const { executor, traces, runningMax, logger, nowMs, signal, onOutcome, onChanged } = dependencies;
  const busyAccounts = new Set<string>();

  const apply = (trace: LiveTrace, outcome: EmulationOutcome, seqno: number): void => {
    trace.emulatedAtMs = nowMs();
    trace.isTried = true;
    if (outcome.kind === 'refused') {
      trace.prediction = undefined;
      trace.refusal = outcome.reason;
      trace.kept = refusedTrace(trace, outcome.reason, seqno);
    } else {
      trace.refusal = undefined;
      trace.prediction = outcome.prediction;
      trace.kept = pendingTraceOf(trace, outcome.prediction);
    }
    trace.isUnwritten = true;
    onOutcome(outcome.kind, trace);
    onChanged();
  };
  const run = async (trace: LiveTrace, seqno: number): Promise<void> => {
    const { account } = trace.message;
    const minedCount = trace.mined.length;
    trace.isRunning = true;
    trace.emulateFromMs = undefined;
    busyAccounts.add(account);
    try {
      const outcome = await emulateLiveTrace(executor, trace, earlierThan(trace, traces), { seqno, signal });
      // Blocks have more of it by now: that counts, and it is asked again.
      if (trace.mined.length === minedCount) apply(trace, outcome, seqno);
      else trace.emulateFromMs ??= nowMs();
    } catch (error) {
      if (signal.aborted) return;
      const isLater = error instanceof GetMethodError && (error.isRetryable || error.code === 'block_not_indexed');
      if (!isLater) {
        trace.isTried = true;
        onOutcome('failed', trace);
        const level = error instanceof GetMethodError ? 'debug' : 'warn';
        logger[level]('A message could not be emulated', { error, message: trace.message.key });
      }
      trace.emulateFromMs ??= nowMs() + (isLater ? AGAIN_MS : AGAIN_AFTER_FAILURE_MS);
    } finally {
      trace.isRunning = false;
      busyAccounts.delete(account);
    }
  };

  let runningCount = 0;
  return {
    begin(seqno) {
      for (const trace of inTurn(traces, nowMs())) {
        if (runningCount >= runningMax) return;
        if (busyAccounts.has(trace.message.account)) continue;
        runningCount += 1;
        void run(trace, seqno).finally(() => {
          runningCount -= 1;
          onChanged();
        });
      }
    },
    get runningCount() {
      return runningCount;
    },
  };
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
