import { readFileSync } from 'node:fs';

/** A process, told from a later one with the same pid. Plain data: what claims something for a process stores it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** On Linux the boot's id and the process's start in clock ticks since then; empty where the system does not tell. */
  readonly born: string;
}

/** The process that asks. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, born: birthOf(process.pid) };
}

/** Whether that very process still runs. What a dead one claimed is free, so nobody has to clean up after a kill −9. */
export function isRunning({ pid, born }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Anything but "no such process" means that there is one, which only belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return birthOf(pid) === born;
}

function birthOf(pid: number): string {
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
