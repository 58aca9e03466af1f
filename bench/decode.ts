import { Cell } from '@ton/core';
import { addBlockRows, createBlockTables, resetTables, rowVersionOf, tablesInWriteOrder } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { measureAccountStates } from './account-states.ts';
import type { Bench } from './bench.ts';
import { compare } from './measure.ts';
import { largeRecordedBlock } from './recorded-block.ts';

/**
 * Block 30816553 from its bytes to the RowBinary rows of every table, one thread, against `Cell.fromBoc` of @ton/core.
 */
export const decodeBench: Bench = {
  name: 'decode',
  summary: 'a 511 KB block to rows (all transaction, message and body hashes, body BoCs), against @ton/core reading it',
  run() {
    const bytes = largeRecordedBlock();
    const peerBytes = Buffer.from(bytes);
    const rootHash = new Uint8Array(32);
    // As the parser does: buffers are used again from flush to flush.
    const tables = createBlockTables();
    let transactionCount = 0;
    const { oursMs, peerMs } = compare(
      {
        ours: () => {
          resetTables(tables);
          const bag = Bag.parse(bytes);
          const block = loadBlock(bag);
          const source = { bag, block, rootHash, fileHash: null, round: 1, rowVersion: rowVersionOf(1, true) };
          transactionCount = addBlockRows(tables, source).transactionCount;
          tablesInWriteOrder(tables);
        },
        peer: () => void Cell.fromBoc(peerBytes),
      },
      { turns: 9, oursPerTurn: 25, warmUps: 8 },
    );
    return Promise.resolve({
      ratio_to_ton_core: peerMs / oursMs,
      ms: oursMs,
      ton_core_ms: peerMs,
      account_states_ms: measureAccountStates(bytes),
      transactions_per_second: (transactionCount / oursMs) * 1000,
    });
  },
};
