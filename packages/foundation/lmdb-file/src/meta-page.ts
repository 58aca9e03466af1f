import { damaged } from './lmdb-file-error.ts';
import type { PageFile } from './page-file.ts';

/** Header of every page: number u64, transaction u64, padding u16, flags u16, bounds u16 u16 (or a count u32). */
export const PAGE_HEADER_BYTES = 24;
export const META_PAGES = 2;
/** The root of an empty tree. */
export const NO_PAGE = 0xffff_ffff_ffff_ffffn;

const META_BYTES = 144;
const META_FLAG = 8;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
const VERSION_MASK = 0xffff;
const PAGE_BYTES_MIN = 512;
const PAGE_BYTES_MAX = 65_536;
const TREE_BYTES = 48;
/** Keys are numbers in the machine's byte order. Only the tree of free pages has this flag. */
export const NUMBER_KEYS_FLAG = 8;

/** A tree of pages as LMDB describes it (MDB_db). */
export interface TreeDescription {
  readonly flags: number;
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly entries: number;
  readonly root: bigint;
}

/** The state of the whole file after its newest commit. */
export interface Snapshot {
  readonly pageBytes: number;
  readonly transaction: number;
  readonly lastPage: number;
  readonly freePages: TreeDescription;
  readonly main: TreeDescription;
}

/** Length of a tree description. The entry of a named tree has one as its value. */
export const TREE_DESCRIPTION_BYTES = TREE_BYTES;

export function readTreeDescription(bytes: Buffer, at = 0): TreeDescription {
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    branchPages: Number(bytes.readBigUInt64LE(at + 8)),
    leafPages: Number(bytes.readBigUInt64LE(at + 16)),
    overflowPages: Number(bytes.readBigUInt64LE(at + 24)),
    entries: Number(bytes.readBigUInt64LE(at + 32)),
    root: bytes.readBigUInt64LE(at + 40),
  };
}

/**
 * Reads the two meta pages and picks the newer one, as LMDB does. Commits use them in turn, so their transaction
 * numbers must be consecutive. Without this check a damaged number would silently bring back the commit before.
 */
export function readSnapshot(file: PageFile): Snapshot {
  const first = readMeta(file, 0, 0);
  const second = readMeta(file, first.pageBytes, 1);
  if (first.pageBytes !== second.pageBytes) throw damaged(file.path, 'the two meta pages have different page sizes', 1);
  const [newer, older] = first.transaction >= second.transaction ? [first, second] : [second, first];
  const isFresh = newer.transaction === 0;
  if (!isFresh && newer.transaction !== older.transaction + 1) {
    throw damaged(file.path, 'the numbers of the two newest commits are not consecutive', newer.page);
  }
  if (!isFresh && newer.transaction % META_PAGES !== newer.page) {
    throw damaged(file.path, 'the newest commit is on the meta page of the commit before', newer.page);
  }
  return newer;
}

function readMeta(file: PageFile, offset: number, page: number): Snapshot & { readonly page: number } {
  const bytes = Buffer.alloc(PAGE_HEADER_BYTES + META_BYTES);
  file.read(offset, bytes);
  const isMeta = (bytes.readUInt16LE(18) & META_FLAG) !== 0 && Number(bytes.readBigUInt64LE(0)) === page;
  if (!isMeta || bytes.readUInt32LE(24) !== MAGIC) throw damaged(file.path, 'it is not a meta page', page);
  if ((bytes.readUInt32LE(28) & VERSION_MASK) !== DATA_VERSION) {
    throw damaged(file.path, 'its format version is not supported', page);
  }
  const pageBytes = bytes.readUInt32LE(48);
  const isPowerOfTwo = (pageBytes & (pageBytes - 1)) === 0;
  if (!isPowerOfTwo || pageBytes < PAGE_BYTES_MIN || pageBytes > PAGE_BYTES_MAX) {
    throw damaged(file.path, `${pageBytes} bytes is not a valid page size`, page);
  }
  return {
    page,
    pageBytes,
    freePages: readTreeDescription(bytes, 48),
    main: readTreeDescription(bytes, 48 + TREE_BYTES),
    lastPage: Number(bytes.readBigUInt64LE(144)),
    transaction: Number(bytes.readBigUInt64LE(152)),
  };
}
