import { createHash } from 'node:crypto';
import { Bag } from '@tonriver/boc';
import { shardFromHex } from '@tonriver/chain-model';
import { readingFaultOf } from '@tonriver/errors';
import { faultOfRoundPlace, type RawBlock } from '@tonriver/events';

/** `block#11ef55aa global_id:int32 …` */
const TAG_BITS = 32;
const GLOBAL_ID_BITS = 32;

/**
 * Says why a record of `raw-blocks` cannot be a block of this network; undefined when it can. The parser rejects it for
 * the same reasons. Here it could take the place of the right block, or begin a range that was never published.
 *
 * @throws {ChainModelError} when its shard is invalid
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

/** Returns undefined for bytes that are not a block: these are refused where blocks are decoded. */
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
