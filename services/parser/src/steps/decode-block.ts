import { createHash } from 'node:crypto';
import type { Bag } from '@tonriver/boc';
import {
  type Block,
  loadBlock,
  type Network,
  type OpenBlockBag,
  parseBlockBag,
  shardToHex,
} from '@tonriver/chain-model';
import { decodeRawBlock, type EventRecord, faultOfRoundPlace, type RawBlock } from '@tonriver/events';
import { type Outcome, ok, reject } from '@tonriver/stream';

/** A raw block with its header read. */
export interface DecodedBlock {
  readonly raw: RawBlock;
  readonly bag: Bag;
  readonly block: Block;
}

/**
 * Reads a record of `raw-blocks`. The fetcher checks blocks, but other programs may write to the log: here the block
 * must be the announced one, of this network, with the announced file hash, in a round that can contain it.
 *
 * It only computes; `addRowsOfRecord` handles its errors.
 */
export function decodeBlock(
  record: Pick<EventRecord, 'value' | 'headers'>,
  { name: networkName, globalId }: Pick<Network, 'name' | 'globalId'>,
  openBag: OpenBlockBag = parseBlockBag,
): Outcome<DecodedBlock> {
  const raw = decodeRawBlock(record);
  const bag = openBag(raw.boc, raw.rootHash);
  const block = loadBlock(bag);
  const { workchain, shard, seqno } = block.info;
  if (workchain !== raw.workchain || shardToHex(shard) !== raw.shard || seqno !== raw.seqno) {
    const found = `(${workchain},${shardToHex(shard)},${seqno})`;
    return reject('wrong_block', `announced as (${raw.workchain},${raw.shard},${raw.seqno}), but it is ${found}`);
  }
  if (block.globalId !== globalId) {
    return reject('wrong_network', `its global id is ${block.globalId}, that of ${networkName} is ${globalId}`);
  }
  if (raw.fileHash !== null) {
    const actual = createHash('sha256').update(raw.boc).digest('hex');
    if (actual !== raw.fileHash) {
      return reject('wrong_file_hash', `announced with file hash ${raw.fileHash}, but it is ${actual}`);
    }
  }
  const fault = faultOfRoundPlace(raw);
  return fault === undefined ? ok({ raw, bag, block }) : reject('wrong_round', fault);
}
