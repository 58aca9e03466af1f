import { blockKeyText, compareBlockKeys, type ListedBlockSource, type SourceBlock } from '@tonriver/chain-source';

/** A block in memory with its root hash (lower-case hex). */
export interface MemoryBlock extends SourceBlock {
  readonly rootHash: string;
}

/** Creates a source that has ended over blocks in memory. */
export function createMemorySource(blocks: Iterable<MemoryBlock>): ListedBlockSource {
  const byName = new Map<string, MemoryBlock>();
  for (const block of blocks) byName.set(blockKeyText(block.key), block);
  const keys = [...byName.values()].map(({ key }) => key).toSorted(compareBlockKeys);
  const seqnos = keys.filter(({ workchain }) => workchain === -1).map(({ seqno }) => seqno);
  const lastSeqno = seqnos.at(-1) ?? 0;
  const head = { firstSeqno: seqnos[0] ?? 1, lastSeqno, finalSeqno: lastSeqno, revision: 0, hasEnded: true };
  return {
    head: () => Promise.resolve(head),
    waitForChange: () => Promise.resolve(head),
    masterchainSeqnos: () => seqnos,
    rootHashOf: (key) => byName.get(blockKeyText(key))?.rootHash,
    originOf: (key) => byName.get(blockKeyText(key))?.origin,
    block: (key) => Promise.resolve(byName.get(blockKeyText(key))),
    keys: () => keys,
    close: () => Promise.resolve(),
  };
}
