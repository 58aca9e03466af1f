import { LRUCache } from 'lru-cache';
import type { BlockRecord } from '../finality.ts';
import type { BatchedLookUp } from '../look-up/batched-look-up.ts';
import { createRememberedLookUp } from '../look-up/remembered-look-up.ts';
import { ownCopy } from '../store/own-copy.ts';
import { MASTERCHAIN } from './blocks.ts';

const BLOCKS_MAX = 64;
/** A parser that reads the chain again may write better rows. */
const REMEMBERED_MS_MAX = 10_000;

/**
 * Remembers masterchain blocks that were read, for some seconds: many requests need the newest one. Only what hardly
 * ever changes is remembered: the round of the block is known, and its file hash is confirmed.
 */
export function createRecentBlocks(lookUp: BatchedLookUp<BlockRecord>): BatchedLookUp<BlockRecord> {
  return createRememberedLookUp({
    lookUp,
    kept: new LRUCache<string, BlockRecord>({ max: BLOCKS_MAX, ttl: REMEMBERED_MS_MAX }),
    keep(_key, block) {
      const isFinal = block.finality === 'finalized' && block.fileHash !== null;
      return block.workchain === MASTERCHAIN && isFinal ? ownCopy(block) : undefined;
    },
  });
}
