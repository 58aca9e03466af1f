import { Bag } from '@tonriver/boc';
import { openCellStore } from '@tonriver/cell-store';
import { generateWorkload } from '@tonriver/chain-workload';
import { loadBlock, loadMerkleUpdate } from '@tonriver/chain-model';
import { temporaryDirectory } from '@tonriver/testing';
import type { Bench } from './bench.ts';

const ROUNDS = 60;
const ROUNDS_PER_COMMIT = 20;

/** Measures whole states of a built chain from block to block: parsed, hashed, added, committed, released. */
export const statesBench: Bench = {
  name: 'states',
  summary: `the whole state after every block of ${ROUNDS} built rounds, in the cell store (processor time)`,
  async run() {
    const workload = generateWorkload({ seed: 'states', rounds: ROUNDS, transactionsPerRound: 200, accounts: 2000 });
    // A parent comes before its halves.
    const rounds = [...workload.rounds()].map(({ blocks }) =>
      blocks.toSorted((left, right) => left.seqno - right.seqno),
    );
    const folder = temporaryDirectory();
    const cells = await openCellStore({ directory: folder.path });
    for (const { boc } of Object.values(workload.zeroStates)) {
      const bag = Bag.parse(boc);
      cells.add(bag, bag.root);
    }
    await cells.commit();
    const before = process.cpuUsage();
    let [blockCount, cellCount] = [0, 0];
    const held: Uint8Array[] = [];
    const commit = async (): Promise<void> => {
      cellCount += cells.pendingCount;
      await cells.commit();
    };
    for (const [index, blocks] of rounds.entries()) {
      for (const { boc } of blocks) {
        const bag = Bag.parse(boc);
        bag.hashAll();
        const { newRoot } = loadMerkleUpdate(bag, loadBlock(bag).stateUpdate);
        held.push(cells.add(bag, newRoot).hash);
        blockCount += 1;
      }
      if (index % ROUNDS_PER_COMMIT === 0) await commit();
    }
    for (const hash of held) cells.release(hash);
    await commit();
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    await cells.close();
    folder.remove();
    return { blocks_per_second: blockCount / seconds, cells_per_second: cellCount / seconds };
  },
};
