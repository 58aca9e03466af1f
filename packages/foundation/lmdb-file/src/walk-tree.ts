import { damaged } from './lmdb-file-error.ts';
import { META_PAGES, NO_PAGE, NUMBER_KEYS_FLAG, PAGE_HEADER_BYTES, type Snapshot } from './meta-page.ts';
import type { TreeDescription } from './meta-page.ts';
import type { PageFile } from './page-file.ts';
import { type PageSet } from './page-set.ts';

/** An entry of a tree. Its bytes are views that hold until the next one is asked for. */
export interface LmdbEntry {
  readonly key: Buffer;
  /** The entry describes a named tree instead of holding a value. */
  readonly isTree: boolean;
  /** Read when it is asked for: a walk that only checks the form passes over large values. */
  readonly value: () => Buffer;
}

const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
const NODE_HEADER_BYTES = 8;
const IS_LARGE = 1;
const IS_TREE = 2;
/** Where a large value lies: page u64, transaction u64, count of pages u64. */
const LARGE_VALUE_BYTES = 24;
/** Far more than a tree over any disk has. */
const DEPTH_MAX = 32;

/**
 * How far a walk goes: to every entry, or only over the branches, which say where the leaves lie. Branches are a
 * hundredth of a file or less.
 */
export type WalkReach = 'entries' | 'branches';

interface Counts {
  branchPages: number;
  leafPages: number;
  overflowPages: number;
  entries: number;
}

/** What a walk has counted when it is over. */
const COUNTED = {
  entries: ['branchPages', 'leafPages', 'overflowPages', 'entries'],
  branches: ['branchPages', 'leafPages'],
} as const;

interface Walk {
  readonly file: PageFile;
  readonly snapshot: Snapshot;
  readonly tree: TreeDescription;
  /** Pages that were met; a page belongs to one place. */
  readonly met: PageSet;
  readonly counts: Counts;
  readonly compare: (left: Buffer, right: Buffer) => number;
  readonly reach: WalkReach;
  /** A page per level: what lies above the current one is still needed. */
  readonly pages: Buffer[];
  /** No key that follows may be smaller; `isTaken` when it was itself a key. */
  least: { readonly key: Buffer; readonly isTaken: boolean } | undefined;
}

/**
 * Every entry of a tree, in order of their keys. Checks on the way all that LMDB itself takes on trust: that pages are
 * there, are what they are pointed to as, belong to one place, and hold together; that keys ascend and lie where the
 * branches say; and at the end that there are as many of everything as the tree says. A file that passes can be mapped:
 * nothing in it points outside of itself. What values say is not looked at.
 *
 * A walk over the branches alone yields nothing. It knows that every leaf lies inside the file, and not what is in it.
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
  if (tree.depth > DEPTH_MAX) throw damaged(file.path, `a tree of ${tree.depth} levels cannot be`);
  if (tree.root !== NO_PAGE) yield* walkPage(walk, tree.root, 1, snapshot.transaction);
  else if (tree.depth > 0) throw damaged(file.path, 'a tree has levels and no root');
  for (const name of COUNTED[reach]) {
    if (counts[name] === tree[name]) continue;
    throw damaged(file.path, `a tree of ${tree[name]} ${name} has ${counts[name]}`);
  }
}

/** @param newest the transaction that wrote the page above: none below it is younger */
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
  if (starts.length < 2) throw fail('a branch has less than two ways');
  for (const [index, start] of starts.entries()) {
    const { keyBytes, low, high, flags } = nodeAt(bytes, start);
    // The first way is for everything that is smaller than the second's key; a key of its own means nothing.
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
  if ((flags & ~(IS_LARGE | IS_TREE)) !== 0) throw fail('an entry is of a kind that is not used here');
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
  // More are left where a shorter value took the place of a longer one.
  if (pages < needed) throw fail(`a value of ${valueBytes} bytes takes ${needed} pages, not ${pages}`);
  const number = take(walk, first, pages);
  walk.counts.overflowPages += pages;
  const header = Buffer.alloc(PAGE_HEADER_BYTES);
  file.read(number * snapshot.pageBytes, header);
  const failThere = (what: string): Error => damaged(file.path, what, number);
  const written = checkHeader(header, { number, kind: OVERFLOW, newest }, failThere);
  if (written !== transaction) throw failThere('a large value was written at another time than its entry says');
  if (header.readUInt32LE(20) !== pages) throw failThere('a large value has another length than its entry says');
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

/** Marks pages as used. A page that two places have, or one that is free, would be written over under one of them. */
function take({ file, snapshot, met }: Walk, page: bigint, count: number): number {
  const first = Number(page);
  if (first < META_PAGES || first + count - 1 > snapshot.lastPage) {
    throw damaged(file.path, `something lies on page ${page}, and there are ${snapshot.lastPage + 1}`);
  }
  for (let number = first; number < first + count; number += 1) {
    if (!met.add(number)) throw damaged(file.path, 'it is in two places, or in use and free', number);
  }
  return first;
}

function checkHeader(
  bytes: Buffer,
  wanted: { readonly number: number; readonly kind: number; readonly newest: number },
  fail: (what: string) => Error,
): number {
  const found = bytes.readBigUInt64LE(0);
  if (found !== BigInt(wanted.number)) throw fail(`it says that it is page ${found}`);
  if (bytes.readUInt16LE(18) !== wanted.kind) throw fail('it is of another kind than the way to it says');
  const transaction = Number(bytes.readBigUInt64LE(8));
  if (transaction > wanted.newest) throw fail('it is younger than what points to it');
  return transaction;
}

/** Where the nodes of a page begin, each of them inside of the page, and all together as long as the page says. */
function nodeStarts(bytes: Buffer, isLeaf: boolean, fail: (what: string) => Error): readonly number[] {
  const [lower, upper] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22)];
  const room = bytes.length - PAGE_HEADER_BYTES;
  if (lower % 2 !== 0 || lower === 0 || lower > upper || upper > room) throw fail('its bounds cannot be');
  const starts: number[] = [];
  let used = 0;
  for (let at = 0; at < lower; at += 2) {
    const offset = bytes.readUInt16LE(PAGE_HEADER_BYTES + at);
    const start = PAGE_HEADER_BYTES + offset;
    if (offset < upper || start + NODE_HEADER_BYTES > bytes.length) throw fail('an entry lies outside of it');
    const { keyBytes, low, high, flags } = nodeAt(bytes, start);
    const valueBytes = (flags & IS_LARGE) === 0 ? low + high * 0x1_0000 : LARGE_VALUE_BYTES;
    const length = NODE_HEADER_BYTES + keyBytes + (isLeaf ? valueBytes : 0);
    if (start + length > bytes.length) throw fail('an entry ends outside of it');
    used += length + (length % 2);
    starts.push(start);
  }
  if (used !== room - upper) throw fail('its entries are not as long together as it says');
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

/** Raises the bound below which no key may come any more: two equal keys cannot be, a branch may name the next one. */
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
