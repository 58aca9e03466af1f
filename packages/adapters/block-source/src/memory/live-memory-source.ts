import { type BlockSource, blockKeyText, type SourceBlock, type SourceHead } from '@tonriver/chain-source';
import { createNews } from '../news.ts';

/** A live source that a test, or a process that makes blocks, fills. It holds no list, as a node does not. */
export interface LiveMemorySource extends BlockSource {
  /** Blocks appear, in any order. */
  add(...blocks: readonly SourceBlock[]): void;
  /** Masterchain blocks above it may still be replaced; without a call all are final. */
  finalUpTo(seqno: number): void;
  /** Nothing comes any more. */
  end(): void;
  /** From now on every question is answered with this error, as by a source that found damage. */
  fail(error: Error): void;
}

/** @param blocks what is there from the beginning */
export function createLiveMemorySource(blocks: Iterable<SourceBlock> = []): LiveMemorySource {
  const byName = new Map<string, SourceBlock>();
  const news = createNews();
  let [firstSeqno, lastSeqno, finalSeqno] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY];
  let hasEnded = false;
  let failure: Error | undefined;
  const add = (...added: readonly SourceBlock[]): void => {
    for (const block of added) {
      byName.set(blockKeyText(block.key), block);
      if (block.key.workchain !== -1) continue;
      firstSeqno = Math.min(firstSeqno, block.key.seqno);
      lastSeqno = Math.max(lastSeqno, block.key.seqno);
    }
    news.tell();
  };
  const head = async (): Promise<SourceHead> => {
    if (failure !== undefined) throw failure;
    return { firstSeqno, lastSeqno, finalSeqno: Math.min(lastSeqno, finalSeqno), revision: news.revision, hasEnded };
  };
  add(...blocks);
  return {
    add,
    head,
    async waitForNews(seen, signal) {
      if (!hasEnded && failure === undefined) await news.after(seen.revision, signal);
      return await head();
    },
    async block(key) {
      if (failure !== undefined) throw failure;
      return byName.get(blockKeyText(key));
    },
    finalUpTo(seqno) {
      finalSeqno = seqno;
      news.tell();
    },
    end() {
      hasEnded = true;
      news.tell();
    },
    fail(error) {
      failure = error;
      news.tell();
    },
    close: () => Promise.resolve(),
  };
}
