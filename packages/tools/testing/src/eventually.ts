import { setTimeout as sleep } from 'node:timers/promises';
import { TestingError } from './testing-error.ts';

/** How long and how often to check. */
export interface EventuallyOptions {
  readonly timeoutMs: number;
  /** Pause between two checks; 20 ms by default. */
  readonly intervalMs?: number;
}

/**
 * Repeats a check until it neither throws nor returns `false`, and returns its result. After the time-out it
 * throws `never_happened` with the last failure as its cause, so both `expect` and plain conditions fit:
 *
 * ```ts
 * await eventually(() => expect(received).toHaveLength(3), { timeoutMs: 5_000 });
 * await eventually(() => received.length === 3, { timeoutMs: 5_000 });
 * ```
 */
export async function eventually<T>(check: () => T | Promise<T>, options: EventuallyOptions): Promise<T> {
  const { timeoutMs, intervalMs = 20 } = options;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let cause: unknown;
    try {
      const answer = await check();
      if (answer !== false) return answer;
    } catch (error) {
      cause = error;
    }
    if (performance.now() >= deadline) {
      const text = cause instanceof Error ? `: ${cause.message}` : '';
      throw new TestingError('never_happened', `It did not happen within ${timeoutMs} ms${text}`, {}, { cause });
    }
    await sleep(intervalMs);
  }
}
