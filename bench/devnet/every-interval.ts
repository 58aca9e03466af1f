import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Begins a piece of work so many times a second, whether the ones before have ended or not, until the signal aborts.
 * Resolves when all have ended.
 */
export async function everyInterval(
  perSecond: number,
  signal: AbortSignal,
  work: (index: number) => Promise<void>,
): Promise<void> {
  const beganMs = performance.now();
  const begun: Promise<void>[] = [];
  for (let index = 0; !signal.aborted; index += 1) {
    const dueMs = beganMs + (index * 1_000) / perSecond - performance.now();
    if (dueMs > 0) await sleep(dueMs);
    if (!signal.aborted) begun.push(work(index));
  }
  await Promise.all(begun);
}
