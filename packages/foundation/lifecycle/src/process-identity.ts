import { readFileSync } from 'node:fs';

/** A process, told from a later one with the same pid. Programs before 0.2 stored it in what they held. */
export interface ProcessIdentity {
  readonly pid: number;
  /** On Linux the boot's id and the process's start in clock ticks since then; empty where the system does not tell. */
  readonly born?: string;
}

/** Whether that process still runs; without a birth, whether any process has its pid. */
export function isRunning({ pid, born }: ProcessIdentity): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Anything but "no such process" means that there is one, which only belongs to somebody else.
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
