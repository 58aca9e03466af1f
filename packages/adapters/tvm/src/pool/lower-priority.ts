import { constants, getPriority, setPriority } from 'node:os';
import { systemThreadId } from './system-thread.ts';

/** What the system answers where it does not let a thread change its priority. */
const REFUSALS: ReadonlySet<unknown> = new Set(['ERR_SYSTEM_ERROR', 'EACCES']);

/**
 * Gives the thread that calls it a lower priority, so that threads that serve others go before it where processors are
 * few. Nothing changes where threads have no priorities of their own (only Linux has them), or may not change them.
 *
 * @param niceness how much lower than that of the process: from 0 to 19
 */
export function lowerPriority(niceness: number): void {
  if (niceness === 0 || process.platform !== 'linux') return;
  try {
    const threadId = systemThreadId();
    if (threadId !== undefined)
      setPriority(threadId, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch (error) {
    // Others are slower then, and answers as right as before.
    if (!REFUSALS.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}
