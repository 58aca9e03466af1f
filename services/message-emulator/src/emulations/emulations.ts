import type { FinishedRounds } from '../mined/finished-rounds.ts';
import { type LiveTrace, isComplete, isNewlyTaken, newestRound } from '../traces/live-trace.ts';
import type { LiveTraces } from '../traces/live-traces.ts';
import { createPlaces, type InShare } from './places.ts';
import { createRun, type RunDependencies } from './run-emulation.ts';
import { createUsedTime, type UsedTime } from './used-time.ts';

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

export function createEmulations(dependencies: EmulationsDependencies): Emulations {
  const { traces, finished, runningMax, nowMs, signal, onChanged } = dependencies;
  const places = createPlaces(runningMax);
  const used = createUsedTime();

  const run = createRun(dependencies);

  /** The round at which it is emulated; undefined while none may begin. */
  let round: number | undefined;
  /** Those that blocks up to the round were looked through for. */
  let known: ReadonlySet<LiveTrace> = new Set();
  const fill = (): void => {
    if (round === undefined || signal.aborted || places.isFull) return;
    const costly = costlyAccounts(traces);
    for (const trace of inTurn(traces, { finished, used, nowMs: nowMs() })) {
      if (places.isFull) return;
      if (!known.has(trace)) continue;
      const free = places.take(trace, shareOf(trace, costly));
      if (free === undefined) continue;
      const isFirst = trace.kept === undefined;
      const startedAtMs = nowMs();
      void run(trace, round).finally(() => {
        free();
        if (isFirst) used.add(trace.message.account, nowMs() - startedAtMs, nowMs());
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
  const isRenewed = trace.kept !== undefined && !isComplete(trace);
  return costly.get(trace.message.account) ?? (isRenewed ? 'renewed' : undefined);
}

/** Accounts of which a followed message took long: their other messages are expected to do the same. */
function costlyAccounts(traces: LiveTraces): ReadonlyMap<string, 'failed' | 'large'> {
  const accounts = new Map<string, 'failed' | 'large'>();
  for (const { message, tookLong, prediction } of traces.open()) {
    if (tookLong) accounts.set(message.account, 'failed');
    else if (prediction?.isLarge === true && accounts.get(message.account) !== 'failed') {
      accounts.set(message.account, 'large');
    }
  }
  return accounts;
}

interface TurnDependencies {
  readonly finished: Pick<FinishedRounds, 'newest'>;
  readonly used: Pick<UsedTime, 'of'>;
  /** One moment for all: messages of one account, which used the same, keep their order. */
  readonly nowMs: number;
}

/**
 * Traces that may be emulated: those that readers do not have at all first, then those that blocks have whole, then those
 * that are only looked at again, and last those that readers have as finished ones. Of the first, those whose account
 * used the least time: others cannot keep it waiting, however many messages they send. Else the longest waiting.
 */
function inTurn(traces: LiveTraces, { finished, used, nowMs }: TurnDependencies): LiveTrace[] {
  const rankOf = (trace: LiveTrace): number => {
    if (!isComplete(trace)) return trace.kept === undefined ? 0 : 2;
    if (trace.kept !== undefined) return 1;
    return newestRound(trace) <= finished.newest ? 3 : 0;
  };
  return [...traces.open()]
    .filter(({ isRunning, emulateFromMs }) => !isRunning && emulateFromMs !== undefined && emulateFromMs <= nowMs)
    .map((trace) => {
      const rank = rankOf(trace);
      return { trace, rank, usedMs: rank === 0 ? used.of(trace.message.account, nowMs) : 0 };
    })
    .toSorted(
      (left, right) =>
        left.rank - right.rank ||
        left.usedMs - right.usedMs ||
        (left.trace.emulateFromMs ?? 0) - (right.trace.emulateFromMs ?? 0),
    )
    .map(({ trace }) => trace);
}
