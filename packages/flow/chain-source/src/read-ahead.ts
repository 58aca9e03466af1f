import { type BlockKey, type BlockSource, blockKeyText, type SourceBlock } from './block-source.ts';

/** How many blocks are read ahead. More would only fill memory, because rounds are built one by one. */
export const AHEAD_BLOCKS_MAX = 4;

export interface ReadingAhead {
  readonly source: BlockSource;
  /** Reads the blocks that will be needed next, and drops other blocks that were read ahead. */
  readonly expect: (keys: readonly BlockKey[]) => void;
}

/**
 * Reads blocks before they are needed, so that the source's delay passes during other work.
 *
 * Guarantee: the bytes of the source, each block read once per request; at most `AHEAD_BLOCKS_MAX` blocks in memory.
 * Not guaranteed: anything about the bytes.
 */
export function readAhead<Source extends BlockSource>(source: Source): ReadingAhead & { readonly source: Source } {
  const waiting = new Map<string, Promise<SourceBlock | undefined>>();
  /** Expected blocks that were returned: they are not read ahead again. */
  const returned = new Set<string>();
  const block = async (key: BlockKey): Promise<SourceBlock | undefined> => {
    const name = blockKeyText(key);
    const begun = waiting.get(name);
    waiting.delete(name);
    // A block that was absent may have been added.
    const found = (await begun) ?? (await source.block(key));
    if (found !== undefined) returned.add(name);
    return found;
  };
  return {
    source: { ...source, block },
    expect(keys) {
      const wanted = new Map(keys.slice(0, AHEAD_BLOCKS_MAX).map((key) => [blockKeyText(key), key]));
      for (const name of waiting.keys()) if (!wanted.has(name)) waiting.delete(name);
      for (const name of returned) if (!wanted.has(name)) returned.delete(name);
      for (const [name, key] of wanted) {
        if (waiting.has(name) || returned.has(name)) continue;
        const reading = source.block(key);
        // The request for the block throws the error.
        reading.catch(() => undefined);
        waiting.set(name, reading);
      }
    },
  };
}
