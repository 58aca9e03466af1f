import { type BlockKey, type BlockSource, blockKeyText, type SourceBlock } from './block-source.ts';

/** How many blocks are read before they are asked for. More would only fill memory: rounds are worked on one by one. */
export const AHEAD_BLOCKS_MAX = 4;

export interface ReadingAhead {
  readonly source: BlockSource;
  /** Says which blocks will be asked for next. What was read for nothing is let go of. */
  readonly expect: (keys: readonly BlockKey[]) => void;
}

/**
 * Reads blocks before they are asked for, so that a source's delay passes while others are worked on.
 *
 * Guarantee: the bytes that the source gives, each block read once for one question; at most `AHEAD_BLOCKS_MAX` wait.
 * Not promised: anything about the bytes.
 */
export function readAhead<Source extends BlockSource>(source: Source): ReadingAhead & { readonly source: Source } {
  const waiting = new Map<string, Promise<SourceBlock | undefined>>();
  /** Those of the expected ones that were asked for: they are expected, and not read again. */
  const given = new Set<string>();
  const block = async (key: BlockKey): Promise<SourceBlock | undefined> => {
    const name = blockKeyText(key);
    const begun = waiting.get(name);
    waiting.delete(name);
    // A block that was not there may be there by now.
    const found = (await begun) ?? (await source.block(key));
    if (found !== undefined) given.add(name);
    return found;
  };
  return {
    source: { ...source, block },
    expect(keys) {
      const wanted = new Map(keys.slice(0, AHEAD_BLOCKS_MAX).map((key) => [blockKeyText(key), key]));
      for (const name of waiting.keys()) if (!wanted.has(name)) waiting.delete(name);
      for (const name of given) if (!wanted.has(name)) given.delete(name);
      for (const [name, key] of wanted) {
        if (waiting.has(name) || given.has(name)) continue;
        const reading = source.block(key);
        // Its failure is thrown where it is asked for.
        reading.catch(() => undefined);
        waiting.set(name, reading);
      }
    },
  };
}
