import { readFileSync } from 'node:fs';
import { EventLogError } from '../event-log-error.ts';
import type { LogStore } from './log-store.ts';

/** Who has a directory. */
interface Owner {
  readonly pid: number;
  /** Tells the process from a later one with the same pid; empty where the system does not tell. */
  readonly born: string;
}

/** A directory that is ours. */
export interface OwnedDirectory {
  release(): void;
}

/**
 * Makes this process the one owner of the store, or throws `directory_held` with the holder's pid. The claim lies in
 * the store and is taken in a transaction, so of two that try at once one wins; the claim of a process that is dead
 * counts for nothing, so nobody has to clean up after a kill −9.
 */
export function ownDirectory(store: LogStore, directory: string): OwnedDirectory {
  const me: Owner = { pid: process.pid, born: birthOf(process.pid) };
  store.exclusively((entry) => {
    const holder = entry.get() as Owner | undefined;
    if (holder !== undefined && isAlive(holder)) {
      throw new EventLogError('directory_held', `Process ${holder.pid} has the event log in ${directory}`, {
        directory,
        pid: holder.pid,
      });
    }
    entry.put(me);
  });
  return { release: () => store.exclusively((entry) => entry.remove()) };
}

function isAlive({ pid, born }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Anything but "no such process" means that there is one, which only belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return birthOf(pid) === born;
}

/** On Linux the boot's id and the start of the process in clock ticks since then. */
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
