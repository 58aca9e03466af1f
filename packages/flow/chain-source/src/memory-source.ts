import { type BlockSource, blockKeyText, compareBlockKeys, type SourceBlock } from './block-source.ts';

/** A block in memory, with the root hash that it was made with (lower-case hex). */
export interface MemoryBlock extends SourceBlock {
  readonly rootHash: string;
}

/** Blocks that are already in memory, as a source. */
export function createMemorySource(blocks: Iterable<MemoryBlock>): BlockSource {
  const byName = new Map<string, MemoryBlock>();
  for (const block of blocks) byName.set(blockKeyText(block.key), block);
  const keys = [...byName.values()].map(({ key }) => key).toSorted(compareBlockKeys);
  return {
    masterchainSeqnos: () => keys.filter(({ workchain }) => workchain === -1).map(({ seqno }) => seqno),
    rootHashOf: (key) => byName.get(blockKeyText(key))?.rootHash,
    originOf: (key) => byName.get(blockKeyText(key))?.origin,
    block: (key) => Promise.resolve(byName.get(blockKeyText(key))),
    keys: () => keys,
    close: () => Promise.resolve(),
  };
}
