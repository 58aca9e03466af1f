import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { errorMessage } from '@tonriver/errors';
import type { Logger } from '@tonriver/logger';
import { BlockSourceError } from '../block-source-error.ts';
import { type BlockKey, type BlockSource, blockKeyText, type SourceBlock, compareBlockKeys } from '../block-source.ts';
import { type ArchiveFile, listArchiveFiles } from './archive-file.ts';
import { parseBlockEntryName } from './entry-name.ts';
import { listPackageEntries } from './read-package.ts';

/** Where the bytes of a block lie. */
interface BlockLocation {
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

export interface ArchiveSummary {
  readonly fileCount: number;
  readonly blockCount: number;
  /** `.boc` files that hold something else, such as states. */
  readonly otherCount: number;
  /** Files of the folders that are neither `.boc` nor `.pack`. */
  readonly ignoredCount: number;
}

/**
 * Opens folders of `.boc` files and node archive packages as a block source.
 *
 * Packages are indexed by the names of their entries, `.boc` files by the header of the block in them; bytes are read
 * again when a block is asked for, so memory grows with the number of blocks, not with their size. A `.boc` file that
 * holds a bag of cells but no block (a state, a config) is counted and left alone; one that is no bag is an error.
 *
 * @throws {BlockSourceError} naming the file: unreadable, not a bag, cut off, or two different blocks with one key
 */
export async function openArchive(options: {
  readonly paths: readonly string[];
  readonly logger: Logger;
  /** Told before each file: a large archive takes minutes. */
  readonly onFile?: (filesDone: number, filesTotal: number) => void;
}): Promise<BlockSource & { readonly summary: ArchiveSummary }> {
  const { files, ignoredCount } = await listArchiveFiles(options.paths);
  const locations = new Map<string, BlockLocation>();
  let otherCount = 0;
  for (const [index, file] of files.entries()) {
    options.onFile?.(index, files.length);
    const found = await locationsIn(file);
    if (found.length === 0) otherCount += 1;
    for (const location of found) addLocation(locations, location);
  }
  const sorted = [...locations.values()].toSorted((left, right) => compareBlockKeys(left.key, right.key));
  const summary = { fileCount: files.length, blockCount: sorted.length, otherCount, ignoredCount };
  options.logger.info('Archive opened', { ...summary, paths: options.paths.join(' ') });
  return {
    summary,
    masterchainSeqnos: () => sorted.filter(({ key }) => key.workchain === -1).map(({ key }) => key.seqno),
    keys: () => sorted.map(({ key }) => key),
    rootHashOf: (key) => locations.get(blockKeyText(key))?.rootHash,
    originOf: (key) => locations.get(blockKeyText(key))?.origin,
    async block(key) {
      const location = locations.get(blockKeyText(key));
      return location === undefined ? undefined : await readBlock(location);
    },
    close: () => Promise.resolve(),
  };
}

async function locationsIn(file: ArchiveFile): Promise<readonly BlockLocation[]> {
  if (file.kind === 'boc') {
    const location = await locationOfBocFile(file.path);
    return location === undefined ? [] : [location];
  }
  const entries = await listPackageEntries(file.path);
  return entries.flatMap(({ name, offset, length }) => {
    const parsed = parseBlockEntryName(name);
    if (parsed === undefined) return [];
    return [
      { ...parsed, path: file.path, origin: `${file.path}: ${name}`, range: { offset, length }, bytesHash: null },
    ];
  });
}

async function locationOfBocFile(path: string): Promise<BlockLocation | undefined> {
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

/**
 * The same block may be there twice (a folder and a package): the copy that names its file hash is kept. Of two copies
 * with the same cells in other bytes, one was written anew, and only the operator can say which.
 */
function addLocation(locations: Map<string, BlockLocation>, location: BlockLocation): void {
  const name = blockKeyText(location.key);
  const known = locations.get(name);
  if (known === undefined) {
    locations.set(name, location);
    return;
  }
  if (known.rootHash !== location.rootHash) {
    throw new BlockSourceError(
      'conflicting_blocks',
      `Two different blocks claim to be ${name}: ${known.origin} and ${location.origin}`,
      { block: name, first: known.origin, second: location.origin },
    );
  }
  if (isOther(known.bytesHash, location.bytesHash) || isOther(known.fileHash, location.fileHash)) {
    throw new BlockSourceError(
      'conflicting_blocks',
      `Two copies of ${name} differ in their bytes, though not in their cells: ${known.origin} and ` +
        `${location.origin}. Remove the one that was written anew: its file hash is not the block's`,
      { block: name, first: known.origin, second: location.origin },
    );
  }
  if (known.fileHash === null && location.fileHash !== null) locations.set(name, location);
}

function isOther(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && left !== right;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function readBlock(location: BlockLocation): Promise<SourceBlock> {
  const boc = await readBytes(location);
  const block = blockKeyText(location.key);
  if (location.fileHash !== null) {
    const actual = sha256(boc);
    if (actual !== location.fileHash) {
      const text = `The file hash of ${block} is not what its entry says: ${location.origin}`;
      throw new BlockSourceError('wrong_entry_name', text, { block, origin: location.origin, actual });
    }
  }
  const namedFileHash = location.fileHash === null ? null : Buffer.from(location.fileHash, 'hex');
  return { key: location.key, boc, origin: location.origin, namedFileHash };
}

async function readBytes({ path, range }: BlockLocation): Promise<Uint8Array> {
  if (range === undefined) return await readFile(path);
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(range.length), 0, range.length, range.offset);
    if (bytesRead < range.length) {
      throw new BlockSourceError('bad_package', `${path} became shorter while it was read`, { path });
    }
    return buffer;
  } finally {
    await file.close();
  }
}
