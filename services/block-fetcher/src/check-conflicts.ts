import { type BlockKey, type BlockListing, blockKeyText, type Round } from '@tonriver/chain-source';
import { FetchError } from './fetch-error.ts';

/** Returns the root hashes (hex) of those blocks that are stored, by `blockKeyText`. */
export type StoredRootHashes = (keys: readonly BlockKey[]) => Promise<ReadonlyMap<string, string>>;

/** The most keys in one query. */
export const KEYS_PER_LOOKUP = 1000;

/**
 * Compares blocks of the source with the stored blocks. Two different blocks with one key cannot belong to one network:
 * one is forged, or the source has another chain with the same global id.
 *
 * @param keys the blocks of the source to compare; default: all
 * @throws {FetchError} `conflicting_blocks` naming both
 */
export async function checkConflicts(
  source: BlockListing,
  storedRootHashes: StoredRootHashes,
  keys: readonly BlockKey[] = source.keys(),
): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_LOOKUP) {
    const chunk = keys.slice(start, start + KEYS_PER_LOOKUP);
    const stored = await storedRootHashes(chunk);
    for (const key of chunk) {
      const found = source.rootHashOf(key);
      if (found !== undefined) throwIfDifferent(stored, { key, rootHash: found, origin: source.originOf(key) });
    }
  }
}

interface FoundBlock {
  readonly key: BlockKey;
  /** Hex. */
  readonly rootHash: string;
  readonly origin: string | undefined;
}

function throwIfDifferent(stored: ReadonlyMap<string, string>, { key, rootHash, origin }: FoundBlock): void {
  const name = blockKeyText(key);
  const known = stored.get(name);
  if (known === undefined || known === rootHash) return;
  throw new FetchError(
    'conflicting_blocks',
    `Two different blocks claim to be ${name}: ${known} is stored, ${origin} has ${rootHash}. ` +
      'If the source is of another network, index it in a separate data directory or database.',
    { block: name, stored: known, found: rootHash, origin },
  );
}

/** The same check for a source without an end: for the blocks of rounds before these are published. */
export interface RoundConflicts {
  add(round: Round): void;
  /** @throws {FetchError} `conflicting_blocks` naming both */
  check(): Promise<void>;
}

export function createRoundConflicts(storedRootHashes: StoredRootHashes): RoundConflicts {
  const found = new Map<string, FoundBlock>();
  return {
    add({ blocks, previous }) {
      for (const { key, rootHash, origin } of previous === undefined ? blocks : [previous, ...blocks]) {
        found.set(blockKeyText(key), { key, rootHash: Buffer.from(rootHash).toString('hex'), origin });
      }
    },
    async check() {
      const blocks = [...found.values()];
      found.clear();
      for (let start = 0; start < blocks.length; start += KEYS_PER_LOOKUP) {
        const chunk = blocks.slice(start, start + KEYS_PER_LOOKUP);
        const stored = await storedRootHashes(chunk.map(({ key }) => key));
        for (const block of chunk) throwIfDifferent(stored, block);
      }
    },
  };
}
