import { type CellStore, CellStoreError } from '@tonriver/cell-store';
import type { Faults } from './faults.ts';
import type { SimulatedProcess } from './schedule.ts';

/** The cells as one process has them: a commit waits until the schedule picks it, and so does its answer. */
export function simulatedCells(cells: CellStore, process: SimulatedProcess, faults: Faults): CellStore {
  const commit = (): Promise<void> =>
    process.call('commit cells', async () => {
      const fault = faults.ofCells();
      const error = faults.known(new CellStoreError('store_failed', `simulated: ${fault}`));
      if (fault === 'refused for good') throw error;
      await cells.commit();
      if (fault !== undefined) throw error;
    });
  return Object.assign(Object.create(cells) as CellStore, { commit });
}
