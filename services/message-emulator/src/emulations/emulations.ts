import type { FinishedRounds } from '../mined/finished-rounds.ts';
import { hasGrown, isComplete, isNewlyTaken, type LiveTrace } from '../traces/live-trace.ts';
import type { LiveTraces } from '../traces/live-traces.ts';
import { createPlaces, type InShare } from './places.ts';
import { createRun, type RunDependencies } from './run-emulation.ts';
import { createTimeShare, type TimeShare } from './time-share.ts';
import { createTurns, mayBegin } from './turns.ts';

export interface EmulationsDependencies extends RunDependencies {
  readonly finished: Pick<FinishedRounds, 'newest'>;
  readonly runningMax: number;
}

/** Emulates traces, some at a time, and those of one account one after the other. */
export interface Emulations {
  /** Begins what may be emulated now, at this round, and goes on with it as places get free, until it is held. */
  begin(seqno: number): void;
  /** Begins no more: what newer rounds have is noted in the traces, which belong to those rounds then. */
  hold(): void;
  readonly runningCount: number;
}

/** Whose turn it is, as it was at a moment: to find it out, all open traces are looked at. */
interface Line {
  readonly traces: readonly LiveTrace[];
  readonly costly: ReadonlyMap<string, InShare>;
  readonly madeAtMs: number;
  /** How long it took to make it. */
  readonly tookMs: number;
}

/** How much longer a line is used than it took to make it. What changes meanwhile is not seen. */
const USED_TIMES = 10;

export function createEmulations(dependencies: EmulationsDependencies): Emulations {
  const { traces, finished, runningMax, nowMs, signal, onChanged } = dependencies;
  const places = createPlaces(runningMax);
  const turns = createTurns(finished);
  const [failingTime, largeTime, renewalTime] = [
    createTimeShare(nowMs),
    createTimeShare(nowMs),
    createTimeShare(nowMs),
  ];
  /** Undefined: as much as it needs. What readers do not have at all is emulated once without a bound of its own. */
  const timeOf = (trace: LiveTrace, share: InShare | undefined): TimeShare | undefined => {
    if (trace.failures > (trace.isTakenOver ? 1 : 0)) return failingTime;
    if (trace.kept === undefined) return undefined;
    if (share === 'large') return largeTime;
    return trace.renewal === undefined ? undefined : renewalTime;
  };

  const run = createRun(dependencies);

  /** The round at which it is emulated; undefined while none may begin. */
  let round: number | undefined;
  /** Those that blocks up to the round were looked through for. */
  let known: ReadonlySet<LiveTrace> = new Set();
  let line: Line | undefined;
  const lineNow = (): Line => {
    const startedAtMs = nowMs();
    if (line === undefined || startedAtMs - line.madeAtMs >= line.tookMs * USED_TIMES) {
      const made = { traces: turns.of(traces.open(), startedAtMs), costly: costlyAccounts(traces) };
      line = { ...made, madeAtMs: startedAtMs, tookMs: nowMs() - startedAtMs };
    }
    return line;
  };
  const fill = (): void => {
    if (round === undefined || signal.aborted || places.isFull) return;
    const { traces: inLine, costly } = lineNow();
    for (const trace of inLine) {
      if (places.isFull) return;
      if (!known.has(trace) || !traces.isOpen(trace) || !mayBegin(trace, nowMs())) continue;
      const share = shareOf(trace, costly);
      const free = places.take(trace, share);
      if (free === undefined) continue;
      const time = timeOf(trace, share);
      const endTime = time?.take();
      if (time !== undefined && endTime === undefined) {
        free();
        continue;
      }
      const isFirst = trace.kept === undefined;
      const startedAtMs = nowMs();
      void run(trace, round).finally(() => {
        free();
        endTime?.();
        turns.used(trace.message.account, isFirst, nowMs() - startedAtMs, nowMs());
        onChanged();
        // A place does not stay empty until queries of the next pass are answered.
        fill();
      });
    }
  };

  return {
    begin(seqno) {
      round = seqno;
      // One that came while rounds were looked through has to be looked up first.
      known = new Set([...traces.open()].filter((trace) => !isNewlyTaken(trace)));
      line = undefined;
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

function shareOf(trace: LiveTrace, costly: ReadonlyMap<string, InShare>): InShare | undefined {
  if (trace.failures > 0) return 'failed';
  const isRenewed = trace.kept !== undefined && !isComplete(trace) && !hasGrown(trace);
  return costly.get(trace.message.account) ?? (isRenewed ? 'renewed' : undefined);
}

/** So many failures that took long are not by chance: one alone may be because of what ran beside it. */
const LONG_FAILURES_MIN = 2;

/** Accounts of which followed messages took long: their other messages are expected to do the same. */
function costlyAccounts(traces: LiveTraces): ReadonlyMap<string, 'failed' | 'large'> {
  const accounts = new Map<string, 'failed' | 'large'>();
  const longFailuresOf = new Map<string, number>();
  for (const { message, longFailures, prediction } of traces.open()) {
    const { account } = message;
    if (prediction?.isLarge === true && !accounts.has(account)) accounts.set(account, 'large');
    if (longFailures === 0) continue;
    const count = (longFailuresOf.get(account) ?? 0) + longFailures;
    longFailuresOf.set(account, count);
    if (count >= LONG_FAILURES_MIN) accounts.set(account, 'failed');
  }
  return accounts;
}
