import {
  addAccountStates,
  addToTouchedAccounts,
  createBlockTables,
  resetTables,
  type TouchedAccount,
} from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { forEachTransaction, loadBlock, loadTransaction, shardToSigned } from '@tonriver/chain-model';
import { median } from './measure.ts';

const WARM_UPS = 30;
const TURNS = 61;

const ignoreBudget = (): void => undefined;

/** Measures the share of account states in decoding a block, ms: walk of the state update, hashes, rows. */
export function measureAccountStates(bytes: Uint8Array): number {
  const tables = createBlockTables();
  const times: number[] = [];
  for (let turn = 0; turn < WARM_UPS + TURNS; turn += 1) {
    resetTables(tables);
    // The point at which decoding reaches the states: transactions are read and hashed.
    const bag = Bag.parse(bytes);
    const block = loadBlock(bag);
    const { workchain, shard, seqno } = block.info;
    const place = { workchain, shard: shardToSigned(shard), seqno, round: 1, rowVersion: 3 };
    const cells: [number, number][] = [];
    forEachTransaction(bag, block, (_account, _lt, cell, stateUpdate) => cells.push([cell, stateUpdate]));
    bag.hashUnder(cells.map(([cell]) => cell));
    const touched: TouchedAccount[] = [];
    for (const [cell, stateUpdate] of cells) {
      addToTouchedAccounts(touched, loadTransaction(bag, cell), bag.hash(cell), stateUpdate);
    }
    const start = performance.now();
    addAccountStates(tables, bag, block, place, touched, ignoreBudget);
    if (turn >= WARM_UPS) times.push(performance.now() - start);
  }
  return median(times);
}
