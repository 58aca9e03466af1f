import { blockKeyText, type BlockKey, type BlockSource } from '@tonriver/block-source';
import { FetchError } from './fetch-error.ts';

/** Hex root hashes of the blocks that are stored already, by `blockKeyText`; others are left out. */
export type StoredRootHashes = (keys: readonly BlockKey[]) => Promise<ReadonlyMap<string, string>>;

/** Bounds one question to ClickHouse. */
export const KEYS_PER_LOOKUP = 1000;

/**
 * Two different blocks with one key cannot be of one network: one of them is a lie, or the source is of another chain
 * with the same global id. Nothing is published then.
 *
 * @param keys which blocks of the source; default: all
 * @throws {FetchError} `conflicting_blocks` naming both
 */
export async function checkConflicts(
  source: BlockSource,
  storedRootHashes: StoredRootHashes,
  keys: readonly BlockKey[] = source.keys(),
): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_LOOKUP) {
    const chunk = keys.slice(start, start + KEYS_PER_LOOKUP);
    const stored = await storedRootHashes(chunk);
    for (const key of chunk) {
      const name = blockKeyText(key);
      const [known, found] = [stored.get(name), source.rootHashOf(key)];
      if (known !== undefined && found !== undefined && known !== found) {
        throw new FetchError(
          'conflicting_blocks',
          `Two different blocks claim to be ${name}: ${known} is stored, ${source.originOf(key)} has ${found}. ` +
            'Is the source of another network? Give it a deployment (a data directory, a database) of its own.',
          { block: name, stored: known, found, origin: source.originOf(key) },
        );
      }
    }
  }
}
