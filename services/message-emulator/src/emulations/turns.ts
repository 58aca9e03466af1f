import type { FinishedRounds } from '../mined/finished-rounds.ts';
import { hasGrown, isComplete, type LiveTrace, newestRound } from '../traces/live-trace.ts';
import { createUsedTime } from './used-time.ts';

/** Says whose turn it is to be emulated. */
export interface Turns {
  /**
   * The traces that may be emulated, the next one first: those that readers do not have at all, then those of which
   * blocks have more than readers got, then those that are only looked at again, with those first that something has
   * changed for, and last those that readers have as finished ones.
   */
  of(traces: Iterable<LiveTrace>, nowMs: number): LiveTrace[];
  /** An emulation is over. `isFirst`: readers did not have the trace at all before. */
  used(account: string, isFirst: boolean, usedMs: number, nowMs: number): void;
}

/** Whether a trace may be emulated now. */
export function mayBegin({ isRunning, emulateFromMs }: LiveTrace, nowMs: number): boolean {
  return !isRunning && emulateFromMs !== undefined && emulateFromMs <= nowMs;
}

/** The places in line behind those that changed. */
const RENEWALS = { touched: 3, old: 4 } as const;
const FINISHED = 5;
/** Each moment that an account used lately counts as so many of waiting: those that send seldom go before it. */
const WEIGHT_OF_USED = 4;

/**
 * Of equal ones the longest waiting is next, where what its account used counts against it: however many messages an
 * account sends, others hardly wait for them, and it is not forgotten for them either.
 */
export function createTurns(finished: Pick<FinishedRounds, 'newest'>): Turns {
  // Apart: a message that is new must not wait because others of its account are looked at again and again.
  const [usedFirst, usedAgain] = [createUsedTime(), createUsedTime()];
  const rankOf = (trace: LiveTrace): number => {
    if (trace.kept === undefined) return isComplete(trace) && newestRound(trace) <= finished.newest ? FINISHED : 0;
    if (isComplete(trace) || hasGrown(trace)) return 1;
    return trace.renewal === undefined ? 2 : RENEWALS[trace.renewal];
  };
  return {
    of(traces, nowMs) {
      // One moment for all: messages of one account, which used the same, keep their order.
      const turnOf = (trace: LiveTrace, emulateFromMs: number) => {
        const used = (trace.kept === undefined ? usedFirst : usedAgain).of(trace.message.account, nowMs);
        return { trace, rank: rankOf(trace), fromMs: emulateFromMs + used * WEIGHT_OF_USED };
      };
      return [...traces]
        .flatMap((trace) => {
          const { emulateFromMs } = trace;
          return emulateFromMs !== undefined && mayBegin(trace, nowMs) ? [turnOf(trace, emulateFromMs)] : [];
        })
        .toSorted((left, right) => left.rank - right.rank || left.fromMs - right.fromMs)
        .map(({ trace }) => trace);
    },
    used: (account, isFirst, usedMs, nowMs) => (isFirst ? usedFirst : usedAgain).add(account, usedMs, nowMs),
  };
}
