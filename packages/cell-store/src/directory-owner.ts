import { readFileSync } from 'node:fs';
import { CellStoreError } from './cell-store-error.ts';
import type { LmdbEnvironment } from './lmdb-environment.ts';

/**
 * Makes this process the one owner of the store, or throws `directory_held` with the holder's pid. The claim of a
 * process that is dead counts for nothing, so nobody has to clean up after a kill −9.
 *
 * @returns gives the claim back
 */
export function ownDirectory(environment: LmdbEnvironment, directory: string): () => void {
  const me = `${process.pid} ${birthOf(process.pid)}`;
  environment.exclusively((owner) => {
    const [pid = '', birth = ''] = (owner.get() ?? '').split(' ');
    if (pid !== '' && isAlive(Number(pid), birth)) {
      throw new CellStoreError('directory_held', `Process ${pid} has the cell store in ${directory}`, {
        directory,
        pid: Number(pid),
      });
    }
    owner.put(me);
  });
  return () => environment.exclusively((owner) => owner.remove());
}

function isAlive(pid: number, birth: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Anything but "no such process" means that there is one, which only belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return birthOf(pid) === birth;
}

/** Tells a process from a later one with the same pid: on Linux the boot's id and its start in ticks since then. */
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
