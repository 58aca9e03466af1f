import { readFileSync } from 'node:fs';

/** Tells a process from a later one with the same pid. Versions before 0.2 stored it in the directories they locked. */
export interface ProcessIdentity {
  readonly pid: number;
  /**
   * On Linux: id of the boot, and start of the process in clock ticks since then. Empty on systems that have neither.
   */
  readonly born?: string;
}

/** Tells whether the process still runs. Without `born`: whether any process has its pid. */
export function isRunning({ pid, born }: ProcessIdentity): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Any code but "no such process" means that the process exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return born === undefined || birthOf(pid) === born;
}

/** See `born`. */
export function birthOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold anything; the start is field 22.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return `${boot}:${fields[19]}`;
  } catch {
    return '';
  }
}
