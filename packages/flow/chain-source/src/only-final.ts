import type { BlockSource, SourceHead } from './block-source.ts';

/**
 * Finality: hides every masterchain block that another could still replace.
 *
 * Guarantee: what lies at or below the head is final on this source. An archive, a devnet and a node have only final
 * masterchain blocks. Not promised: that validators signed anything; shard blocks are final when a final masterchain
 * block names them.
 */
export function onlyFinal<Source extends BlockSource>(source: Source): Source {
  const final = (head: SourceHead): SourceHead => ({ ...head, lastSeqno: Math.min(head.lastSeqno, head.finalSeqno) });
  return {
    ...source,
    head: async () => final(await source.head()),
    waitForNews: async (seen: SourceHead, signal: AbortSignal) => final(await source.waitForNews(seen, signal)),
  };
}
