import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import type { BlockKey } from '@tonriver/chain-source';
import { errorMessage } from '@tonriver/errors';
import { BlockSourceError } from '../block-source-error.ts';
import { parseBlockEntryName } from './entry-name.ts';
import type { PackageEntry } from './read-package.ts';

/** Where the bytes of a block lie. */
export interface BlockLocation {
  readonly key: BlockKey;
  readonly path: string;
  readonly origin: string;
  readonly range: { readonly offset: number; readonly length: number } | undefined;
  readonly rootHash: string;
  /** As the package entry names it; null when nothing does. */
  readonly fileHash: string | null;
  /** Of a `.boc` file: SHA-256 of what is in it, which is the file hash only if nobody wrote the block anew. */
  readonly bytesHash: string | null;
}

/** The blocks among the entries of a package, by what their names say. */
export function locationsOfEntries(path: string, entries: readonly PackageEntry[]): readonly BlockLocation[] {
  return entries.flatMap(({ name, offset, length }) => {
    const parsed = parseBlockEntryName(name);
    if (parsed === undefined) return [];
    return [{ ...parsed, path, origin: `${path}: ${name}`, range: { offset, length }, bytesHash: null }];
  });
}

/**
 * The block in a `.boc` file; undefined when it is a bag that holds something else.
 *
 * @throws {BlockSourceError} `bad_block_file`, `unreadable_path`
 */
export async function locationOfBocFile(path: string): Promise<BlockLocation | undefined> {
  const bytes = await readFile(path);
  const identity = identify(bytes, path);
  if (identity === undefined) return undefined;
  return { ...identity, path, origin: path, range: undefined, fileHash: null, bytesHash: sha256(bytes) };
}

/** @returns undefined when the bag holds something else than a block */
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
