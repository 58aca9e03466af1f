import type { BlockSource, SourceHead } from './block-source.ts';

/**
 * Finality: hides every masterchain block that can still be replaced.
 *
 * Guarantee: every masterchain block up to the head is final on this source. Archives, devnets and nodes have only
 * final ones. A shard block is final when a final masterchain block names it. Not guaranteed: signatures of validators.
 */
export function onlyFinal<Source extends BlockSource>(source: Source): Source {
  const final = (head: SourceHead): SourceHead => ({ ...head, lastSeqno: Math.min(head.lastSeqno, head.finalSeqno) });
  return {
    ...source,
    head: async () => final(await source.head()),
    waitForChange: async (seen: SourceHead, signal: AbortSignal) => final(await source.waitForChange(seen, signal)),
  };
}
