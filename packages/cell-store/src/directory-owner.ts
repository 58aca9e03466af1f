import { isRunning, thisProcess } from '@tonriver/lifecycle';
import { CellStoreError } from './cell-store-error.ts';
import type { LmdbEnvironment } from './lmdb-environment.ts';

/**
 * Makes this process the one owner of the store, or throws `directory_held` with the holder's pid. The claim of a
 * process that is dead counts for nothing, so nobody has to clean up after a kill −9.
 *
 * @returns gives the claim back
 */
export function ownDirectory(environment: LmdbEnvironment, directory: string): () => void {
  const { pid, born } = thisProcess();
  environment.exclusively((owner) => {
    const [holder, holderBorn = ''] = (owner.get() ?? '').split(' ');
    if (holder !== undefined && holder !== '' && isRunning({ pid: Number(holder), born: holderBorn })) {
      throw new CellStoreError('directory_held', `Process ${holder} has the cell store in ${directory}`, {
        directory,
        pid: Number(holder),
      });
    }
    owner.put(`${pid} ${born}`);
  });
  return () => environment.exclusively((owner) => owner.remove());
}
