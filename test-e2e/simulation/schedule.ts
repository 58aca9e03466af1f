import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@tonriver/stream';
import { integerBelow, oneOf, type Random } from './random.ts';

/** The error of every call of a killed process: none is answered. */
export class ProcessKilled extends Error {}

/** A run that does not end, or in which nothing can happen any more. */
class ScheduleStuck extends Error {}

/** One process of the simulation: its calls wait until the schedule picks them. */
export interface SimulatedProcess {
  readonly name: string;
  readonly clock: Clock;
  /**
   * Holds a call until it is picked, makes it, and holds the answer until that is picked as well: whatever else is
   * picked in between happens during the caller's `await`.
   */
  call<Result>(name: string, make: () => Promise<Result>, options?: CallOptions): Promise<Result>;
  /** Ends it as signal 9 does: no call is answered, and most calls that have not begun never happen. */
  kill(): void;
  readonly isKilled: boolean;
}

interface CallOptions {
  /** It goes to a server, which may carry it out when the process that sent it is dead. */
  readonly isRequest?: boolean;
}

interface HeldEvent {
  readonly name: string;
  readonly process: { isKilled: boolean };
  readonly isRequest: boolean;
  /** Of a pause: it ends no earlier. */
  readonly dueMs: number | undefined;
  /** It is not picked before this step, unless there is nothing else. */
  readonly notBefore: number;
  readonly go: () => Promise<unknown>;
  readonly abandon: () => void;
}

export interface ScheduleOptions {
  readonly random: Random;
  readonly stepsMax: number;
  /** The share of calls that take long; decided by chance when it is absent. */
  readonly slowCalls?: number;
  /** Told of everything that happens. */
  readonly onEvent?:
    | ((event: { readonly step: number; readonly nowMs: number; readonly name: string }) => void)
    | undefined;
}

/** One of these shares of calls takes long, up to so many steps. */
const SLOW_CALLS = [0.02, 0.06, 0.2];
const SLOW_STEPS_MAX = 250;
/** How likely a pause ends although calls are waiting, and how likely it is not the one that ends first. */
const PAUSES_FIRST = 0.25;
const LATE_PAUSES = 0.2;
/** How likely a request of a process that is killed is carried out later. */
const LATE_REQUESTS = 0.3;

export type Schedule = ReturnType<typeof createSchedule>;

/**
 * Runs processes one event at a time, in an order that chance decides: the order in which things happen is the input
 * of a test, not an accident of timing. Processes must do everything that waits through their clock and their calls.
 */
export function createSchedule({ random, stepsMax, slowCalls: share, onEvent }: ScheduleOptions) {
  const held: HeldEvent[] = [];
  const fingerprint = createHash('sha256');
  const slowCalls = share ?? oneOf(random, SLOW_CALLS);
  let nowMs = 0;
  let steps = 0;

  const hold = <Result>(
    { process, name, isRequest = false, dueMs }: Pick<HeldEvent, 'process' | 'name'> & Partial<HeldEvent>,
    work: () => Promise<Result>,
  ): { readonly done: Promise<Result>; readonly forget: () => void } => {
    let event: HeldEvent | undefined;
    const done = new Promise<Result>((resolve, reject) => {
      const abandon = () => reject(new ProcessKilled(`Killed in: ${name}`));
      if (process.isKilled) {
        abandon();
        return;
      }
      const isSlow = dueMs === undefined && random() < slowCalls;
      const notBefore = isSlow ? steps + integerBelow(random, SLOW_STEPS_MAX) : steps;
      event = { process, name, isRequest, dueMs, notBefore, abandon, go: () => work().then(resolve, reject) };
      held.push(event);
    });
    return { done, forget: () => void (event !== undefined && remove(event)) };
  };
  const remove = (event: HeldEvent): void => {
    const index = held.indexOf(event);
    if (index !== -1) held.splice(index, 1);
  };
  const picked = (): HeldEvent | undefined => {
    const pauses = held.filter(({ dueMs }) => dueMs !== undefined);
    const calls = held.filter(({ dueMs, notBefore }) => dueMs === undefined && notBefore <= steps);
    if (calls.length > 0 && (pauses.length === 0 || random() >= PAUSES_FIRST)) {
      return calls[integerBelow(random, calls.length)];
    }
    if (pauses.length === 0) return held[integerBelow(random, held.length)];
    if (random() < LATE_PAUSES) return pauses[integerBelow(random, pauses.length)];
    return pauses.reduce((first, other) => (other.dueMs! < first.dueMs! ? other : first));
  };
  const note = (name: string): void => {
    fingerprint.update(`${steps} ${nowMs} ${name}\n`);
    onEvent?.({ step: steps, nowMs, name });
  };

  return {
    get steps() {
      return steps;
    },
    get nowMs() {
      return nowMs;
    },
    note,
    /** Of everything that has happened: equal for equal runs. */
    fingerprint: (): string => fingerprint.copy().digest('hex').slice(0, 16),
    process(name: string): SimulatedProcess {
      const own = { isKilled: false };
      const named = (what: string): string => `${name}: ${what}`;
      return {
        name,
        clock: {
          nowMs: () => nowMs,
          async pause(ms, signal) {
            if (signal.aborted) return;
            const { done, forget } = hold(
              { process: own, name: named(`pause of ${ms} ms ends`), dueMs: nowMs + ms },
              async () => undefined,
            );
            const aborted = abortOf(signal);
            await Promise.race([done, aborted.promise]).finally(aborted.forget);
            forget();
          },
          yield: () => hold({ process: own, name: named('turn') }, async () => undefined).done,
        },
        async call(what, make, { isRequest = false } = {}) {
          const outcome = await hold({ process: own, name: named(what), isRequest }, async () => {
            const [settled] = await Promise.allSettled([make()]);
            return settled;
          }).done;
          const { done } = hold({ process: own, name: named(`${what}: answer`) }, async () => {
            if (outcome.status === 'rejected') throw outcome.reason;
            return outcome.value;
          });
          return await done;
        },
        kill() {
          own.isKilled = true;
          for (const event of held.filter(({ process }) => process === own)) {
            event.abandon();
            remove(event);
            if (!event.isRequest || random() >= LATE_REQUESTS) continue;
            held.push({ ...event, process: { isKilled: false }, name: `${event.name}, sent before its end` });
          }
        },
        get isKilled() {
          return own.isKilled;
        },
      };
    },
    /** Picks one held event after the other until the condition holds. `beforeStep` may kill and start processes. */
    async run(isDone: () => boolean, beforeStep: () => Promise<void> | void = () => undefined): Promise<void> {
      for (;;) {
        // Everything that can go on does so within one turn: nothing waits for anything real.
        await nextTurn();
        if (isDone()) return;
        await beforeStep();
        const event = picked();
        if (event === undefined) throw new ScheduleStuck(`Nothing can happen any more after ${steps} steps`);
        if (steps >= stepsMax) throw new ScheduleStuck(`Not done after ${steps} steps`);
        remove(event);
        steps += 1;
        nowMs = Math.max(nowMs, event.dueMs ?? 0);
        note(event.name);
        await event.go();
      }
    },
  };
}

function abortOf(signal: AbortSignal): { readonly promise: Promise<void>; readonly forget: () => void } {
  let forget = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    const listener = (): void => resolve();
    signal.addEventListener('abort', listener);
    forget = () => signal.removeEventListener('abort', listener);
  });
  return { promise, forget: () => forget() };
}
