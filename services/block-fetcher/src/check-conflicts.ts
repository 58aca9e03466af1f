import { type BlockKey, type BlockListing, blockKeyText, type Round } from '@tonriver/chain-source';
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
  source: BlockListing,
  storedRootHashes: StoredRootHashes,
  keys: readonly BlockKey[] = source.keys(),
): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_LOOKUP) {
    const chunk = keys.slice(start, start + KEYS_PER_LOOKUP);
    const stored = await storedRootHashes(chunk);
    for (const key of chunk) {
      const found = source.rootHashOf(key);
      if (found !== undefined) refuseOther(stored, { key, rootHash: found, origin: source.originOf(key) });
    }
  }
}

interface FoundBlock {
  readonly key: BlockKey;
  /** Hex. */
  readonly rootHash: string;
  readonly origin: string | undefined;
}

function refuseOther(stored: ReadonlyMap<string, string>, { key, rootHash, origin }: FoundBlock): void {
  const name = blockKeyText(key);
  const known = stored.get(name);
  if (known === undefined || known === rootHash) return;
  throw new FetchError(
    'conflicting_blocks',
    `Two different blocks claim to be ${name}: ${known} is stored, ${origin} has ${rootHash}. ` +
      'Is the source of another network? Give it a deployment (a data directory, a database) of its own.',
    { block: name, stored: known, found: rootHash, origin },
  );
}

/** The same for a source without an end: the blocks of rounds that are about to be published, and those before them. */
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
        for (const block of chunk) refuseOther(stored, block);
      }
    },
  };
}
