import { damaged } from './lmdb-file-error.ts';
import { META_PAGES, NO_PAGE, NUMBER_KEYS_FLAG, PAGE_HEADER_BYTES, type Snapshot } from './meta-page.ts';
import type { TreeDescription } from './meta-page.ts';
import type { PageFile } from './page-file.ts';
import type { PageSet } from './page-set.ts';

/** An entry of a tree. Its bytes are views that are valid until the next entry is read. */
export interface LmdbEntry {
  readonly key: Buffer;
  /** The entry describes a named tree instead of holding a value. */
  readonly isTree: boolean;
  /** Reads the value. A check of the structure alone does not call it for large values. */
  readonly value: () => Buffer;
}

const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
const NODE_HEADER_BYTES = 8;
const IS_LARGE = 1;
const IS_TREE = 2;
/** The place of a large value: page u64, transaction u64, count of pages u64. */
const LARGE_VALUE_BYTES = 24;
/** Far more levels than a tree on any disk can have. */
const DEPTH_MAX = 32;

/**
 * How far a walk goes: to every entry, or only over the branch pages, which point to the leaf pages. Branch pages are
 * at most a hundredth of a file.
 */
export type WalkReach = 'entries' | 'branches';

interface Counts {
  branchPages: number;
  leafPages: number;
  overflowPages: number;
  entries: number;
}

/** The counts that are complete after a walk. */
const COUNTED = {
  entries: ['branchPages', 'leafPages', 'overflowPages', 'entries'],
  branches: ['branchPages', 'leafPages'],
} as const;

interface Walk {
  readonly file: PageFile;
  readonly snapshot: Snapshot;
  readonly tree: TreeDescription;
  /** Pages seen so far. No page may be used twice. */
  readonly met: PageSet;
  readonly counts: Counts;
  readonly compare: (left: Buffer, right: Buffer) => number;
  readonly reach: WalkReach;
  /** One buffer per level: the pages above the current one are still needed. */
  readonly pages: Buffer[];
  /** Lower limit for the keys that follow. `isTaken`: the limit itself was a key and may not occur again. */
  least: { readonly key: Buffer; readonly isTaken: boolean } | undefined;
}

/**
 * Yields every entry of a tree in the order of the keys. On the way it checks everything that LMDB relies on without a
 * check: every page exists, is of the expected kind, is used once and is consistent; keys ascend and are in the ranges
 * that the branches state; and the totals are those in the tree's description. A file that passes can be mapped safely:
 * nothing in it points outside of the file. The contents of values are not checked.
 *
 * A walk over the branches only yields nothing. It checks that every leaf lies inside the file, but not its contents.
 *
 * @throws {LmdbFileError} `lmdb_damaged`
 */
export function* walkTree(
  file: PageFile,
  snapshot: Snapshot,
  tree: TreeDescription,
  met: PageSet,
  reach: WalkReach = 'entries',
): Generator<LmdbEntry, void, undefined> {
  const counts: Counts = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 };
  const compare = (tree.flags & NUMBER_KEYS_FLAG) === 0 ? compareBytes : compareNumbers;
  const walk: Walk = { file, snapshot, tree, met, counts, compare, reach, pages: [], least: undefined };
  if (tree.depth > DEPTH_MAX) throw damaged(file.path, `a tree cannot have ${tree.depth} levels`);
  if (tree.root !== NO_PAGE) yield* walkPage(walk, tree.root, 1, snapshot.transaction);
  else if (tree.depth > 0) throw damaged(file.path, 'a tree has levels but no root');
  for (const name of COUNTED[reach]) {
    if (counts[name] === tree[name]) continue;
    throw damaged(file.path, `a tree should have ${tree[name]} ${name}, but has ${counts[name]}`);
  }
}

/** @param newest the transaction that wrote the page above: no page below it can be newer */
function* walkPage(walk: Walk, page: bigint, level: number, newest: number): Generator<LmdbEntry, void, undefined> {
  const { file, snapshot, tree, counts } = walk;
  const number = take(walk, page, 1);
  const isLeaf = level === tree.depth;
  if (isLeaf && walk.reach === 'branches') {
    counts.leafPages += 1;
    return;
  }
  const bytes = (walk.pages[level] ??= Buffer.alloc(snapshot.pageBytes));
  file.read(number * snapshot.pageBytes, bytes);
  const fail = (what: string): Error => damaged(file.path, what, number);
  const transaction = checkHeader(bytes, { number, kind: isLeaf ? LEAF : BRANCH, newest }, fail);
  const starts = nodeStarts(bytes, isLeaf, fail);
  if (isLeaf) {
    counts.leafPages += 1;
    for (const start of starts) yield leafEntry(walk, bytes, start, { newest: transaction, fail });
    return;
  }
  counts.branchPages += 1;
  if (starts.length < 2) throw fail('a branch page has fewer than two entries');
  for (const [index, start] of starts.entries()) {
    const { keyBytes, low, high, flags } = nodeAt(bytes, start);
    // The key of the first entry has no meaning: it leads to all keys that are smaller than the key of the second.
    if (index > 0) raiseLeast(walk, keyOf(bytes, start, keyBytes), false, fail);
    const child = BigInt(low) | (BigInt(high) << 16n) | (BigInt(flags) << 32n);
    yield* walkPage(walk, child, level + 1, transaction);
  }
}

function leafEntry(
  walk: Walk,
  bytes: Buffer,
  start: number,
  { newest, fail }: { readonly newest: number; readonly fail: (what: string) => Error },
): LmdbEntry {
  const { keyBytes, low, high, flags } = nodeAt(bytes, start);
  if ((flags & ~(IS_LARGE | IS_TREE)) !== 0) throw fail('an entry has flags that this program does not use');
  const key = keyOf(bytes, start, keyBytes);
  raiseLeast(walk, key, true, fail);
  walk.counts.entries += 1;
  const valueStart = start + NODE_HEADER_BYTES + keyBytes;
  const valueBytes = low + high * 0x1_0000;
  const isTree = (flags & IS_TREE) !== 0;
  if ((flags & IS_LARGE) === 0) {
    return { key, isTree, value: () => bytes.subarray(valueStart, valueStart + valueBytes) };
  }
  const first = bytes.readBigUInt64LE(valueStart);
  const transaction = Number(bytes.readBigUInt64LE(valueStart + 8));
  const pages = Number(bytes.readBigUInt64LE(valueStart + 16));
  const { file, snapshot } = walk;
  const needed = Math.ceil((PAGE_HEADER_BYTES + valueBytes) / snapshot.pageBytes);
  // There may be more pages than needed, if a shorter value replaced a longer one.
  if (pages < needed) throw fail(`a value of ${valueBytes} bytes needs ${needed} pages, but has ${pages}`);
  const number = take(walk, first, pages);
  walk.counts.overflowPages += pages;
  const header = Buffer.alloc(PAGE_HEADER_BYTES);
  file.read(number * snapshot.pageBytes, header);
  const failThere = (what: string): Error => damaged(file.path, what, number);
  const written = checkHeader(header, { number, kind: OVERFLOW, newest }, failThere);
  if (written !== transaction) throw failThere('the transaction of a large value differs from that in its entry');
  if (header.readUInt32LE(20) !== pages) throw failThere('the length of a large value differs from that in its entry');
  if (file.byteLength < (number + needed) * snapshot.pageBytes) throw failThere('the file ends inside a large value');
  return {
    key,
    isTree,
    value() {
      const value = Buffer.allocUnsafeSlow(valueBytes);
      file.read(number * snapshot.pageBytes + PAGE_HEADER_BYTES, value);
      return value;
    },
  };
}

/** Marks pages as used. A page that is used twice, or used and free, would be overwritten while it is still needed. */
function take({ file, snapshot, met }: Walk, page: bigint, count: number): number {
  const first = Number(page);
  if (first < META_PAGES || first + count - 1 > snapshot.lastPage) {
    throw damaged(
      file.path,
      `there is a pointer to page ${page}, but the file has only ${snapshot.lastPage + 1} pages`,
    );
  }
  for (let number = first; number < first + count; number += 1) {
    if (!met.add(number)) throw damaged(file.path, 'it is used twice, or used and free at once', number);
  }
  return first;
}

function checkHeader(
  bytes: Buffer,
  wanted: { readonly number: number; readonly kind: number; readonly newest: number },
  fail: (what: string) => Error,
): number {
  const found = bytes.readBigUInt64LE(0);
  if (found !== BigInt(wanted.number)) throw fail(`its header has the page number ${found}`);
  if (bytes.readUInt16LE(18) !== wanted.kind) throw fail('it is not of the expected kind');
  const transaction = Number(bytes.readBigUInt64LE(8));
  if (transaction > wanted.newest) throw fail('it is newer than the page that points to it');
  return transaction;
}

/** Returns the offsets of a page's nodes. Checks that each is inside the page, and that their total length is right. */
function nodeStarts(bytes: Buffer, isLeaf: boolean, fail: (what: string) => Error): readonly number[] {
  const [lower, upper] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22)];
  const room = bytes.length - PAGE_HEADER_BYTES;
  if (lower % 2 !== 0 || lower === 0 || lower > upper || upper > room) throw fail('its bounds are invalid');
  const starts: number[] = [];
  let used = 0;
  for (let at = 0; at < lower; at += 2) {
    const offset = bytes.readUInt16LE(PAGE_HEADER_BYTES + at);
    const start = PAGE_HEADER_BYTES + offset;
    if (offset < upper || start + NODE_HEADER_BYTES > bytes.length) throw fail('an entry begins outside of it');
    const { keyBytes, low, high, flags } = nodeAt(bytes, start);
    const valueBytes = (flags & IS_LARGE) === 0 ? low + high * 0x1_0000 : LARGE_VALUE_BYTES;
    const length = NODE_HEADER_BYTES + keyBytes + (isLeaf ? valueBytes : 0);
    if (start + length > bytes.length) throw fail('an entry ends outside of it');
    used += length + (length % 2);
    starts.push(start);
  }
  if (used !== room - upper) throw fail('the total length of its entries is wrong');
  return starts;
}

function nodeAt(bytes: Buffer, start: number) {
  return {
    low: bytes.readUInt16LE(start),
    high: bytes.readUInt16LE(start + 2),
    flags: bytes.readUInt16LE(start + 4),
    keyBytes: bytes.readUInt16LE(start + 6),
  };
}

function keyOf(bytes: Buffer, start: number, keyBytes: number): Buffer {
  return bytes.subarray(start + NODE_HEADER_BYTES, start + NODE_HEADER_BYTES + keyBytes);
}

/**
 * Raises the lower limit for keys. Two entries cannot have equal keys; a branch may state the key of the next entry.
 */
function raiseLeast(walk: Walk, key: Buffer, isTaken: boolean, fail: (what: string) => Error): void {
  const { least, compare } = walk;
  if (least !== undefined) {
    const order = compare(least.key, key);
    if (order > 0 || (order === 0 && least.isTaken)) throw fail('its keys are out of order');
  }
  walk.least = { key, isTaken };
}

function compareNumbers(left: Buffer, right: Buffer): number {
  const difference = left.readBigUInt64LE() - right.readBigUInt64LE();
  return difference < 0n ? -1 : Number(difference > 0n);
}

function compareBytes(left: Buffer, right: Buffer): number {
  return Buffer.compare(left, right);
}
