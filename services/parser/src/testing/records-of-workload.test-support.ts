import { Bag } from '@tonriver/boc';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import type { generateWorkload } from '@tonriver/chain-workload';
import { encodeRawBlock, type EventRecord } from '@tonriver/events';

/** The records of `raw-blocks` of a made-up chain, in its order. */
export function recordsOfWorkload(workload: ReturnType<typeof generateWorkload>): readonly EventRecord[] {
  return [...workload.rounds()].flatMap(({ seqno, blocks }) =>
    blocks.map(({ workchain, shard, seqno: blockSeqno, boc }, index): EventRecord => {
      const bag = Bag.parse(boc);
      return encodeRawBlock({
        workchain,
        shard: shardToHex(shard),
        seqno: blockSeqno,
        rootHash: hashToHex(bag.hash(bag.root)),
        fileHash: null,
        round: { seqno, index, blockCount: blocks.length, isRangeStart: false },
        boc,
      });
    }),
  );
}
