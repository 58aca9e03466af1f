import { Bag, BocError } from '@tonriver/boc';
import { type Block, ChainModelError, loadBlock, shardToHex } from '@tonriver/chain-model';
import { decodeRawBlock, EventError, type EventRecord, type RawBlock } from '@tonriver/events';
import { type Outcome, ok, reject } from '../outcome.ts';

/** A raw block with its header read. */
export interface DecodedBlock {
  readonly raw: RawBlock;
  readonly bag: Bag;
  readonly block: Block;
}

/**
 * Reads a record of `raw-blocks`. The root hash was checked before it was published; here the header must be the one
 * that was announced, or a block would be stored under another's name.
 *
 * A fault of this record is a rejection; any other error escapes, so that the record is read again after a restart.
 */
export function decodeBlock(record: Pick<EventRecord, 'value' | 'headers'>): Outcome<DecodedBlock> {
  return rejectFaults(() => {
    const raw = decodeRawBlock(record);
    const bag = Bag.parse(raw.boc);
    const block = loadBlock(bag);
    const { workchain, shard, seqno } = block.info;
    if (workchain !== raw.workchain || shardToHex(shard) !== raw.shard || seqno !== raw.seqno) {
      const found = `(${workchain},${shardToHex(shard)},${seqno})`;
      return reject('wrong_block', `announced as (${raw.workchain},${raw.shard},${raw.seqno}), but it is ${found}`);
    }
    return ok({ raw, bag, block });
  });
}

/** Turns what is wrong with a block into a rejection; anything else is not the block's fault. */
export function rejectFaults<Value>(step: () => Outcome<Value>): Outcome<Value> {
  try {
    return step();
  } catch (error) {
    if (error instanceof BocError || error instanceof ChainModelError || error instanceof EventError) {
      return reject(error.code, error.message);
    }
    throw error;
  }
}
