import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { TestingError } from '../testing-error.ts';

/** A number from 0 to below 1; a seeded one makes a schedule that can be repeated. */
export type Random = () => number;

/** What a killed process meets: none of its calls has an effect any more, and none is answered. */
export class ProcessKilled extends Error {}

/** Time as the simulation has it: nobody waits for real seconds. */
interface SimulatedClock {
  nowMs(): number;
  pause(ms: number, signal: AbortSignal): Promise<void>;
  yield(): Promise<void>;
}

/** One process of the simulation: what it asks of others waits until the schedule picks it. */
export interface SimulatedProcess {
  readonly clock: SimulatedClock;
  /**
   * Holds a call until it is picked, makes it, and holds the answer until that is picked as well: whatever else is
   * picked in between happens during the caller's `await`.
   */
  call<Result>(name: string, make: () => Promise<Result>): Promise<Result>;
  /** Ends it as signal 9 would: what was asked and not begun never happens, and nothing is answered. */
  kill(): void;
  readonly isKilled: boolean;
}

interface Held {
  readonly name: string;
  readonly process: { isKilled: boolean };
  readonly go: () => Promise<void>;
  readonly abandon: () => void;
}

/** So long nothing may be ready before the simulation counts as stuck. */
const STUCK_MS = 20_000;
/** Turns of the event loop that a program may take between two calls. */
const TURNS_TO_SETTLE = 3;

/**
 * Runs processes over real parts, one call at a time, in an order that chance decides: the order in which things happen
 * is the input of a test, not an accident of timing. Programs must do everything that waits through their process.
 */
export function createSchedule(random: Random) {
  const held: Held[] = [];
  let nowMs = 0;
  let steps = 0;

  const hold = <Result>(process: { isKilled: boolean }, name: string, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const abandon = () => reject(new ProcessKilled(`Killed in: ${name}`));
      if (process.isKilled) {
        abandon();
        return;
      }
      const go = () => work().then(resolve, reject);
      held.push({ name, process, go, abandon });
    });

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS_TO_SETTLE; turn += 1) await nextTurn();
  };

  return {
    /** Calls and answers that were picked so far. */
    get steps() {
      return steps;
    },
    process(): SimulatedProcess {
      const own = { isKilled: false };
      return {
        clock: {
          nowMs: () => nowMs,
          async pause(ms, signal) {
            if (signal.aborted) return;
            const dueMs = nowMs + ms;
            const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
            const slept = hold(own, `pause ${ms} ms`, async () => {
              nowMs = Math.max(nowMs, dueMs);
            });
            await Promise.race([slept, ended]);
          },
          yield: () => hold(own, 'yield', () => Promise.resolve()),
        },
        async call(name, make) {
          const outcome = await hold(own, name, async () => {
            const [settled] = await Promise.allSettled([make()]);
            return settled;
          });
          return await hold(own, `${name}: answer`, async () => {
            if (outcome.status === 'rejected') throw outcome.reason;
            return outcome.value;
          });
        },
        kill() {
          own.isKilled = true;
          for (const each of held.filter(({ process }) => process === own)) each.abandon();
          for (let index = held.length - 1; index >= 0; index -= 1) {
            if (held[index]?.process === own) held.splice(index, 1);
          }
        },
        get isKilled() {
          return own.isKilled;
        },
      };
    },
    /** Picks one held call after the other until the condition holds. `beforeStep` may kill and start processes. */
    async run(
      isDone: () => boolean,
      beforeStep: (step: number) => Promise<void> = async () => undefined,
    ): Promise<void> {
      let lastStepMs = performance.now();
      for (;;) {
        await settle();
        if (isDone()) return;
        await beforeStep(steps);
        const index = Math.floor(random() * held.length);
        const [picked] = held.splice(index, 1);
        if (picked === undefined) {
          if (performance.now() - lastStepMs > STUCK_MS) {
            throw new TestingError('never_happened', `Nothing was asked for ${STUCK_MS} ms after ${steps} steps`);
          }
          await sleep(1);
          continue;
        }
        steps += 1;
        await picked.go();
        lastStepMs = performance.now();
      }
    },
  };
}

/** Chance that can be repeated: mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
