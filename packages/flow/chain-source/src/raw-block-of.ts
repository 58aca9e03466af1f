import { hashToHex, shardToHex } from '@tonriver/chain-model';
import type { RawBlock } from '@tonriver/events';
import type { Round } from './build-round.ts';
import type { CheckedBlock } from './check-block.ts';

/** Returns a checked block in the form of `raw-blocks`. `round` is its place, null for a partial block. */
export function rawBlockOf(block: CheckedBlock, round: RawBlock['round']): RawBlock {
  return {
    workchain: block.key.workchain,
    shard: shardToHex(block.key.shard),
    seqno: block.key.seqno,
    rootHash: hashToHex(block.rootHash),
    fileHash: block.fileHash === null ? null : hashToHex(block.fileHash),
    round,
    boc: block.boc,
  };
}

/** Returns the blocks of a round in the form of `raw-blocks`, in the order of the round. */
export function rawBlocksOfRound({ seqno, blocks }: Round, isRangeStart: boolean): readonly RawBlock[] {
  return blocks.map((block, index) => rawBlockOf(block, { seqno, index, blockCount: blocks.length, isRangeStart }));
}
