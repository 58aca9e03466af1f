import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import type { BlockKey } from '@tonriver/chain-source';
import { errorMessage } from '@tonriver/errors';
import { BlockSourceError } from '../block-source-error.ts';
import { parseBlockEntryName } from './entry-name.ts';
import type { PackageEntry } from './read-package.ts';

/** The place of a block's bytes. */
export interface BlockLocation {
  readonly key: BlockKey;
  readonly path: string;
  readonly origin: string;
  readonly range: { readonly offset: number; readonly length: number } | undefined;
  readonly rootHash: string;
  /** The file hash that the package entry names, else null. */
  readonly fileHash: string | null;
  /** SHA-256 of a `.boc` file, else null. It is the file hash unless the block was serialised again. */
  readonly bytesHash: string | null;
}

/** Returns the blocks among the entries of a package, recognised by their names. */
export function locationsOfEntries(path: string, entries: readonly PackageEntry[]): readonly BlockLocation[] {
  return entries.flatMap(({ name, offset, length }) => {
    const parsed = parseBlockEntryName(name);
    if (parsed === undefined) return [];
    return [{ ...parsed, path, origin: `${path}: ${name}`, range: { offset, length }, bytesHash: null }];
  });
}

/**
 * Returns the block in a `.boc` file, undefined when the bag of cells is something else.
 *
 * @throws {BlockSourceError} `bad_block_file`, `unreadable_path`
 */
export async function locationOfBocFile(path: string): Promise<BlockLocation | undefined> {
  const bytes = await readFile(path);
  const identity = identify(bytes, path);
  if (identity === undefined) return undefined;
  return { ...identity, path, origin: path, range: undefined, fileHash: null, bytesHash: sha256(bytes) };
}

/** Returns the key and root hash of a block, undefined when the bag of cells is something else. */
function identify(bytes: Uint8Array, origin: string): { key: BlockKey; rootHash: string } | undefined {
  try {
    const bag = Bag.parse(bytes);
    if (!holdsBlock(bag)) return undefined;
    const { workchain, shard, seqno } = loadBlock(bag).info;
    return { key: { workchain, shard, seqno }, rootHash: Buffer.from(bag.hash(bag.root)).toString('hex') };
  } catch (cause) {
    const text = `${origin} holds no readable block: ${errorMessage(cause)}`;
    throw new BlockSourceError('bad_block_file', text, { origin }, { cause });
  }
}

/** `block#11ef55aa`: states, proofs and configs begin with other tags. */
const BLOCK_TAG = 0x11ef55aa;
const TAG_BITS = 32;

function holdsBlock(bag: Bag): boolean {
  if (bag.roots.length !== 1 || bag.isExotic(bag.root)) return false;
  const slice = bag.slice(bag.root);
  return slice.remainingBits >= TAG_BITS && slice.preloadUint(TAG_BITS) === BLOCK_TAG;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
