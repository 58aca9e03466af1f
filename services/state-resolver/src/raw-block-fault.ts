import { createHash } from 'node:crypto';
import { Bag } from '@tonriver/boc';
import { shardFromHex } from '@tonriver/chain-model';
import { readingFaultOf } from '@tonriver/errors';
import { faultOfRoundPlace, type RawBlock } from '@tonriver/events';

/** `block#11ef55aa global_id:int32 …` */
const TAG_BITS = 32;
const GLOBAL_ID_BITS = 32;

/**
 * Why a record of `raw-blocks` is none of this network's rounds. The parser buries it for the same reasons; taken here,
 * it would stand in the place of the block that is, or begin a range that nobody published.
 *
 * @throws {ChainModelError} when its shard is none
 */
export function faultOfRawBlock(raw: RawBlock, network: { readonly globalId: number }): string | undefined {
  shardFromHex(raw.shard);
  const fault = faultOfRoundPlace(raw);
  if (fault !== undefined) return fault;
  if (raw.fileHash !== null) {
    const actual = createHash('sha256').update(raw.boc).digest('hex');
    if (actual !== raw.fileHash) return `announced with file hash ${raw.fileHash}, but it is ${actual}`;
  }
  const globalId = globalIdOf(raw.boc);
  if (globalId === undefined || globalId === network.globalId) return undefined;
  return `its global id is ${globalId}, that of the network is ${network.globalId}`;
}

/** Undefined for bytes that are no block: what to make of these is decided where blocks are decoded. */
function globalIdOf(boc: Uint8Array): number | undefined {
  try {
    const bag = Bag.parse(boc);
    if (bag.isExotic(bag.root)) return undefined;
    const slice = bag.slice(bag.root);
    if (slice.remainingBits < TAG_BITS + GLOBAL_ID_BITS) return undefined;
    slice.loadUint(TAG_BITS);
    return slice.loadInt(GLOBAL_ID_BITS);
  } catch (error) {
    readingFaultOf(error);
    return undefined;
  }
}
