import { GetMethodError } from '@tonriver/api-model';
import type { Logger } from '@tonriver/logger';
import type { LiveTrace } from '../traces/live-trace.ts';
import type { LiveTraces } from '../traces/live-traces.ts';
import { earlierThan, waitingAfter, waitingBefore } from '../traces/waiting-traces.ts';
import { type EmulationOutcome, type EmulationPort, emulateLiveTrace } from './emulate-live-trace.ts';
import { keepOutcome } from './keep-outcome.ts';

export interface RunDependencies {
  readonly executor: EmulationPort;
  readonly traces: LiveTraces;
  readonly logger: Logger;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  readonly onOutcome: (outcome: 'trace' | 'refused' | 'failed', trace: LiveTrace) => void;
  /** Something changed that has to be written. */
  readonly onChanged: () => void;
}

/** The executor has no room, is away, or has not seen the newest round yet; an earlier message waits for its turn. */
const AGAIN_MS = 300;
/** Errors of the executor, not of the message. */
const OF_THE_EXECUTOR: ReadonlySet<GetMethodError['code']> = new Set([
  'overloaded',
  'unavailable',
  'not_ready',
  'block_not_indexed',
]);
/** Errors of runs that kept a thread for long: others, such as that of a missing library, cost next to nothing. */
const OF_LONG_RUNS: ReadonlySet<GetMethodError['code']> = new Set(['timed_out', 'out_of_memory']);
/**
 * It is not known what the chain would do: a state is missing, or the message takes too long. Each failure doubles the
 * wait.
 */
const AGAIN_AFTER_FAILURE_MS = 1_000;
const AGAIN_AFTER_FAILURE_MS_MAX = 60_000;
/** Refused behind one of which that is not known: it is asked at once when that is known. */
const AGAIN_BEHIND_FAILURE_MS = 5_000;

/** Returns what emulates one trace at a round, and keeps what that says or when it is worth another try. */
export function createRun(dependencies: RunDependencies): (trace: LiveTrace, seqno: number) => Promise<void> {
  const { executor, traces, logger, nowMs, signal, onOutcome, onChanged } = dependencies;

  const apply = (trace: LiveTrace, outcome: EmulationOutcome, seqno: number): void => {
    const unknown = outcome.kind === 'refused' && trace.kept === undefined ? unknownBefore(trace, traces) : [];
    if (unknown.length > 0) {
      // Readers who wait for it wait for those before it as well.
      trace.isTried = unknown.every(({ isTried }) => isTried);
      trace.emulateFromMs ??= nowMs() + (trace.isTried ? AGAIN_BEHIND_FAILURE_MS : AGAIN_MS);
      return;
    }
    if (trace.kept === undefined) hasten(traces.ofAccount(trace.message.account), nowMs());
    const behind = behindOf(trace, traces);
    const before = behind.length === 0 ? undefined : effectOf(trace);
    keepOutcome(trace, outcome, { seqno, nowMs: nowMs() });
    if (before !== undefined && before !== effectOf(trace)) {
      for (const other of behind) {
        other.emulateFromMs ??= nowMs();
        other.renewal = undefined;
      }
    }
    onOutcome(outcome.kind, trace);
    onChanged();
  };

  const noteFailure = (trace: LiveTrace, error: unknown, renewal: LiveTrace['renewal']): void => {
    const isLater = error instanceof GetMethodError && OF_THE_EXECUTOR.has(error.code);
    if (!isLater) {
      trace.failures += 1;
      if (error instanceof GetMethodError && OF_LONG_RUNS.has(error.code)) trace.longFailures += 1;
      // One that readers may have seen gets another chance at once: a process that has just begun is slow.
      trace.isTried = !trace.isTakenOver || trace.failures > 1;
      onOutcome('failed', trace);
      const level = error instanceof GetMethodError ? 'debug' : 'warn';
      logger[level]('A message could not be emulated', { error, message: trace.message.key });
    }
    if (trace.emulateFromMs !== undefined) return;
    trace.emulateFromMs = nowMs() + (isLater || !trace.isTried ? AGAIN_MS : waitAfter(trace.failures));
    trace.renewal = renewal;
  };

  return async (trace, seqno) => {
    const minedCount = trace.mined.length;
    const startedAtMs = nowMs();
    trace.isRunning = true;
    trace.emulateFromMs = undefined;
    const { renewal } = trace;
    trace.renewal = undefined;
    // One for each run: what is asked with it listens to it.
    const wanted = new AbortController();
    const stop = (): void => wanted.abort();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const call = { seqno, signal: wanted.signal };
      const outcome = await emulateLiveTrace(executor, trace, earlierThan(trace, traces), call);
      trace.emulationMs = nowMs() - startedAtMs;
      // Blocks have more of it by now: that counts, and it is asked again.
      if (trace.mined.length === minedCount) apply(trace, outcome, seqno);
      else trace.emulateFromMs ??= nowMs();
    } catch (error) {
      if (!signal.aborted) noteFailure(trace, error, renewal);
    } finally {
      signal.removeEventListener('abort', stop);
      trace.isRunning = false;
    }
  };
}

/**
 * Those behind a trace that may do something else when it does: predicted behind it, or refused. Where nothing was
 * known of it they wait for it, and where blocks have a part of it the account has changed, which is seen there.
 */
function behindOf(trace: LiveTrace, traces: LiveTraces): LiveTrace[] {
  if (trace.kept === undefined || trace.mined.length > 0) return [];
  return waitingAfter(trace, traces).filter(({ isBehind, kept }) => isBehind || kept?.state === 'refused');
}

/**
 * What a trace does. Times, hashes and fees are others each time, so states are not compared: what little they change
 * for those behind it is seen when these are emulated again, after some seconds.
 */
function effectOf({ kept, predictedCount }: LiveTrace): string {
  const { state, accounts = [], actions = [], isIncomplete } = kept ?? {};
  // How far one got that was cut off is another each time.
  if (isIncomplete === true) return 'incomplete';
  const told = actions.map(({ type, contract }) => [type, contract['success'], contract['details']]);
  return JSON.stringify([state === 'refused', predictedCount, accounts, told]);
}

/** Those that wait for what an earlier message of their account does are emulated again at once. */
function hasten(ofAccount: Iterable<LiveTrace>, nowMs: number): void {
  for (const other of ofAccount) {
    const { kept, failures, emulateFromMs } = other;
    const waits = kept === undefined && failures === 0 && emulateFromMs !== undefined;
    if (waits) other.emulateFromMs = Math.min(emulateFromMs, nowMs);
  }
}

function waitAfter(failures: number): number {
  return Math.min(AGAIN_AFTER_FAILURE_MS * 2 ** (failures - 1), AGAIN_AFTER_FAILURE_MS_MAX);
}

/**
 * Those of which nothing is known, because they were not emulated yet or could not be. A refusal says nothing then: the
 * message may be valid behind them. That ends when they are known, are in a block, or expire.
 */
function unknownBefore(trace: LiveTrace, traces: LiveTraces): LiveTrace[] {
  return waitingBefore(trace, traces).filter(({ kept }) => kept === undefined);
}
