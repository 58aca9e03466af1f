import { Cell } from '@ton/core';
import { Bag } from '@tonriver/boc';
import type { Bench } from './bench.ts';
import { compare } from './measure.ts';
import { largeRecordedBlock } from './recorded-block.ts';

/** Root hash of block 30816553 recomputed from all of its cells, one thread, against `Cell.fromBoc` of @ton/core. */
export const verifyBench: Bench = {
  name: 'verify',
  summary: 'root hash of a 511 KB block from all its cells, against @ton/core reading the same bytes',
  run() {
    const bytes = largeRecordedBlock();
    const peerBytes = Buffer.from(bytes);
    const { oursMs, peerMs } = compare(
      {
        ours: () => {
          const bag = Bag.parse(bytes);
          bag.hashAll();
          bag.hash(bag.root);
        },
        peer: () => void Cell.fromBoc(peerBytes),
      },
      { turns: 9, oursPerTurn: 25, warmUps: 6 },
    );
    return Promise.resolve({ ratio_to_ton_core: peerMs / oursMs, ms: oursMs, ton_core_ms: peerMs });
  },
};
