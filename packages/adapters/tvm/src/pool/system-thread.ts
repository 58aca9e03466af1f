import { readFileSync, readlinkSync } from 'node:fs';

/** What `/proc` counts the time of processors in: the same on every machine. */
const TICK_MS = 10;
/** User and system time, counted behind the name, which may have spaces and brackets. See proc_pid_stat(5). */
const [USER_TIME, SYSTEM_TIME] = [11, 12];

/**
 * Returns the number that the system gave to the thread that calls it; undefined where the system does not tell (only
 * Linux does), or tells it as another namespace of processes sees it.
 */
export function systemThreadId(): number | undefined {
  try {
    // `<process>/task/<thread>`
    const [processId, , threadId] = readlinkSync('/proc/thread-self').split('/');
    return Number(processId) === process.pid ? Number(threadId) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns how long a thread of this process has had a processor, in ms; undefined where the system does not tell. */
export function processorTimeMs(threadId: number): number | undefined {
  try {
    const text = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
    return Number.isFinite(ticks) ? ticks * TICK_MS : undefined;
  } catch {
    return undefined;
  }
}
