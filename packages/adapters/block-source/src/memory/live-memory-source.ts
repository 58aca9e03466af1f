import { type BlockSource, blockKeyText, type SourceBlock, type SourceHead } from '@tonriver/chain-source';
import { createRevisionCounter } from '../revision-counter.ts';

/** A live source that a test fills. Like a node it has no list of its blocks. */
export interface LiveMemorySource extends BlockSource {
  /** Adds blocks, in any order. */
  add(...blocks: readonly SourceBlock[]): void;
  /** Makes the masterchain blocks above a seqno not final. Without a call all are final. */
  setFinalSeqno(seqno: number): void;
  /** Ends the source: no block is added any more. */
  end(): void;
  /** Makes every later call throw this error, like a source that is damaged. */
  fail(error: Error): void;
}

/** @param blocks the blocks at the beginning */
export function createLiveMemorySource(blocks: Iterable<SourceBlock> = []): LiveMemorySource {
  const byName = new Map<string, SourceBlock>();
  const revisions = createRevisionCounter();
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
    revisions.increase();
  };
  const head = async (): Promise<SourceHead> => {
    if (failure !== undefined) throw failure;
    return {
      firstSeqno,
      lastSeqno,
      finalSeqno: Math.min(lastSeqno, finalSeqno),
      revision: revisions.revision,
      hasEnded,
    };
  };
  add(...blocks);
  return {
    add,
    head,
    async waitForChange(seen, signal) {
      if (!hasEnded && failure === undefined) await revisions.waitForOther(seen.revision, signal);
      return await head();
    },
    async block(key) {
      if (failure !== undefined) throw failure;
      return byName.get(blockKeyText(key));
    },
    setFinalSeqno(seqno) {
      finalSeqno = seqno;
      revisions.increase();
    },
    end() {
      hasEnded = true;
      revisions.increase();
    },
    fail(error) {
      failure = error;
      revisions.increase();
    },
    close: () => Promise.resolve(),
  };
}
