import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Gives the thread that calls it a lower priority, so that threads that serve others go before it where processors are
 * few. Nothing changes where threads have no priorities of their own (only Linux has them), or may not change them.
 *
 * @param niceness from 0, as others, to 19
 */
export function lowerPriority(niceness: number): void {
  if (niceness === 0 || process.platform !== 'linux') return;
  try {
    // `<process>/task/<thread>`. Of another namespace of processes, the numbers would mean others.
    const [processId, , threadId] = readlinkSync('/proc/thread-self').split('/');
    if (Number(processId) === process.pid) setPriority(Number(threadId), niceness);
  } catch {
    // Slower for others, and as right as before.
  }
}
