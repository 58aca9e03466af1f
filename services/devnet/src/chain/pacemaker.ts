import { setTimeout as sleep } from 'node:timers/promises';
import { DevnetError } from '../devnet-error.ts';
import { createActivity } from './activity.ts';
import { createDemands } from './demands.ts';

/** Decides when rounds are made: by the clock, or on demand alone. */
export interface Pacemaker {
  /** Makes rounds until the signal aborts. Rejects with the error of a round. */
  run(signal: AbortSignal): Promise<void>;
  /** Makes rounds at once. @throws {DevnetError} `not_on_demand` when the clock makes them */
  demand(count: number): Promise<void>;
  /** Something is to be done: an idle chain goes on at full pace now. */
  wake(): void;
  pause(): void;
  resume(): void;
  readonly isPaused: boolean;
  readonly isIdle: boolean;
}

/** When a chain on which nothing happens slows down, and how much. Milliseconds. */
export interface IdlePace {
  readonly afterMs: number;
  /** Time between the beginnings of two rounds then. */
  readonly roundMs: number;
}

export interface PacemakerOptions {
  /** Time between the beginnings of two rounds; 0: only on demand. */
  readonly blockTimeMs: number;
  /** Null: always at full pace. */
  readonly idle: IdlePace | null;
  /** Tells whether messages wait or are on their way. */
  readonly hasWork: () => boolean;
  readonly makeRound: () => Promise<void>;
  readonly elapsedMs: () => number;
}

export function createPacemaker(options: PacemakerOptions): Pacemaker {
  const { blockTimeMs, idle, makeRound, elapsedMs } = options;
  let isPaused = false;
  let wake: () => void = () => undefined;
  const activity = createActivity({ afterMs: idle?.afterMs ?? Number.POSITIVE_INFINITY, elapsedMs });
  const demands = createDemands();
  let failure: unknown;

  const untilWoken = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        signal.removeEventListener('abort', end);
        resolve();
      };
      wake = end;
      signal.addEventListener('abort', end);
    });
  };
  const beat = async (signal: AbortSignal): Promise<void> => {
    if (blockTimeMs === 0) {
      if (demands.isEmpty) await untilWoken(signal);
      return await demands.meet(makeRound, signal);
    }
    if (isPaused) return await untilWoken(signal);
    const startedMs = elapsedMs();
    await makeRound();
    if (options.hasWork()) activity.note();
    const untilMs = (fromMs: number): number => Math.max(0, fromMs - elapsedMs());
    if (idle !== null && activity.isOver()) {
      await activity.next(untilMs(startedMs + Math.max(idle.roundMs, blockTimeMs)), signal);
    }
    // At least one turn of the loop, so that messages come in when rounds take longer than their time.
    await sleep(untilMs(startedMs + blockTimeMs), undefined, { signal }).catch(() => undefined);
  };
  return {
    async run(signal) {
      try {
        while (!signal.aborted) await beat(signal);
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        demands.rejectAll(failure ?? new DevnetError('thread_ended', 'The devnet stops'));
      }
    },
    async demand(count) {
      if (blockTimeMs !== 0)
        throw new DevnetError('not_on_demand', 'The clock makes the rounds: start with DEVNET_BLOCK_TIME_MS=0');
      const made = demands.add(count);
      wake();
      await made;
    },
    wake: () => activity.note(),
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      activity.note();
      wake();
    },
    get isPaused() {
      return isPaused;
    },
    get isIdle() {
      return blockTimeMs !== 0 && activity.isOver();
    },
  };
}
