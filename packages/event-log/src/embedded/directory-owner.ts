import { isRunning, type ProcessIdentity, thisProcess } from '@tonriver/lifecycle';
import { EventLogError } from '../event-log-error.ts';
import type { LogStore } from './log-store.ts';

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
  store.exclusively((entry) => {
    const holder = entry.get() as ProcessIdentity | undefined;
    if (holder !== undefined && isRunning(holder)) {
      throw new EventLogError('directory_held', `Process ${holder.pid} has the event log in ${directory}`, {
        directory,
        pid: holder.pid,
      });
    }
    entry.put(thisProcess());
  });
  return { release: () => store.exclusively((entry) => entry.remove()) };
}
