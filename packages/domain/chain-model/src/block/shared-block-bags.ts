import type { Bag } from '@tonriver/boc';
import { hashToHex } from '../primitives/hash.ts';
import { openingsMaxOf, parseBlockBag } from './parse-block-bag.ts';

/**
 * Returns the bag of a block, as `parseBlockBag` does. `rootHash` (hex) is the announced one. It says where to look and
 * is not trusted: the caller compares it with the bag's.
 */
export type OpenBlockBag = (boc: Uint8Array, rootHash: string) => Bag;

/** Bags of blocks that one service of a process has checked, for other services of the same process. */
export interface SharedBlockBags {
  /** Keeps a bag until every reader has opened it, it is too old, or not at all when too many bytes are kept. */
  keep(bag: Bag): void;
  /** For each reader. A kept bag is returned only for exactly the bytes that it was parsed from. */
  readonly openBag: { readonly parser: OpenBlockBag; readonly resolver: OpenBlockBag };
  readonly byteLength: number;
}

export interface SharedBlockBagsOptions {
  /** Default 128 MiB. */
  readonly bytesMax?: number;
  /** Default 30 s. Older bags go when a bag is kept or opened. */
  readonly ageMsMax?: number;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs: () => number;
}

type Reader = keyof SharedBlockBags['openBag'];

interface KeptBag {
  readonly bag: Bag;
  readonly byteLength: number;
  readonly keptAtMs: number;
  /** Readers who have not opened it. */
  readonly awaited: Set<Reader>;
}

/** What a cell takes beside its bytes: references, hashes and the other tables of a bag. */
const BYTES_PER_CELL = 96;

/**
 * Makes bags that are parsed and hashed once for all services of a process. Every reader has openings of its own: it
 * refuses the same blocks as if it were alone. What is not kept is parsed.
 */
export function createSharedBlockBags(options: SharedBlockBagsOptions): SharedBlockBags {
  const { bytesMax = 128 * 1024 * 1024, ageMsMax = 30_000, nowMs } = options;
  const kept = new Map<string, KeptBag>();
  let byteLength = 0;

  const drop = (rootHash: string, { byteLength: dropped }: KeptBag): void => {
    kept.delete(rootHash);
    byteLength -= dropped;
  };
  const dropOld = (): void => {
    const keptBeforeMs = nowMs() - ageMsMax;
    for (const [rootHash, entry] of kept) {
      if (entry.keptAtMs >= keptBeforeMs) return;
      drop(rootHash, entry);
    }
  };
  const readerOf =
    (reader: Reader): OpenBlockBag =>
    (boc, rootHash) => {
      dropOld();
      const entry = kept.get(rootHash);
      if (entry === undefined || Buffer.compare(entry.bag.bytes, boc) !== 0) return parseBlockBag(boc);
      entry.awaited.delete(reader);
      if (entry.awaited.size === 0) drop(rootHash, entry);
      return entry.bag.forAnotherReader({ openingsMax: openingsMaxOf(boc) });
    };

  return {
    keep(bag) {
      dropOld();
      bag.hashAll();
      const rootHash = hashToHex(bag.hash(bag.root));
      const entryBytes = bag.bytes.length + bag.cellCount * BYTES_PER_CELL;
      if (kept.has(rootHash) || byteLength + entryBytes > bytesMax) return;
      const awaited = new Set<Reader>(['parser', 'resolver']);
      kept.set(rootHash, { bag, byteLength: entryBytes, keptAtMs: nowMs(), awaited });
      byteLength += entryBytes;
    },
    openBag: { parser: readerOf('parser'), resolver: readerOf('resolver') },
    get byteLength() {
      return byteLength;
    },
  };
}
