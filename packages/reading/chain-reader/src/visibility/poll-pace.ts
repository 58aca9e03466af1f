import { setTimeout as sleep } from 'node:timers/promises';

export interface PollPaceOptions {
  /** The pause between two polls while requests come. */
  readonly pollMs: number;
  /** The pause when there was no request for `quietAfterMs`. */
  readonly quietPollMs: number;
  readonly quietAfterMs: number;
  readonly now: () => number;
}

/** Decides when to poll: often while requests come, and seldom while nobody asks, because every poll costs a query. */
export interface PollPace {
  /**
   * Must be called for every request. After a quiet time it starts a poll and waits for it, so that the answer is no
   * older than others are, but not longer than `pollMs`.
   */
  requested(): Promise<void>;
  /** Waits until the next poll. Ends early when the signal aborts. */
  pause(signal: AbortSignal): Promise<void>;
  /** There is something new to read: ends the pause between two polls, but not that of a quiet time. */
  wake(): void;
  /** Must be called after every poll. */
  polled(): void;
  /** The poll that runs is the first after a quiet time: requests that come wait for it. */
  readonly isAfterQuiet: boolean;
}

export function createPollPace({ pollMs, quietPollMs, quietAfterMs, now }: PollPaceOptions): PollPace {
  let requestedAtMs = now();
  /** From the beginning of a quiet pause to the end of the next poll: what was read before is old. */
  let isOld = false;
  /** Ends the pause of a quiet time. */
  let quiet: AbortController | undefined;
  /** Ends the pause while requests come. */
  let short: AbortController | undefined;
  /** `wake` was called since the last poll began. */
  let isDue = false;
  /** The poll that ended a quiet time. */
  let awaited: { readonly poll: Promise<void>; readonly end: () => void } | undefined;

  return {
    async requested() {
      requestedAtMs = now();
      if (!isOld) return;
      if (awaited === undefined) {
        let end = (): void => undefined;
        const poll = new Promise<void>((resolve) => (end = resolve));
        awaited = { poll, end };
        quiet?.abort();
      }
      await endsWithin(awaited.poll, pollMs);
    },
    async pause(signal) {
      const pausing = new AbortController();
      const stop = (): void => pausing.abort();
      signal.addEventListener('abort', stop);
      if (now() - requestedAtMs < quietAfterMs) {
        short = pausing;
        if (!signal.aborted && !isDue) await pauseFor(pollMs, pausing.signal);
      } else {
        isOld = true;
        quiet = pausing;
        if (!signal.aborted) await pauseFor(quietPollMs, pausing.signal);
      }
      signal.removeEventListener('abort', stop);
      [short, quiet, isDue] = [undefined, undefined, false];
    },
    wake() {
      isDue = true;
      short?.abort();
    },
    polled() {
      isOld = false;
      awaited?.end();
      awaited = undefined;
    },
    get isAfterQuiet() {
      return isOld;
    },
  };
}

/** Waits for work, but not longer than this. */
async function endsWithin(work: Promise<void>, ms: number): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, pauseFor(ms, late.signal)]);
  late.abort();
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
