import type { Hash } from '@tonriver/chain-model';
import { blocksTable, columnsSql, pickColumns, stateProgressTable } from '@tonriver/row-schema';
import type { ReadingStore } from '../store/reading-store.ts';
import { readNewestRange, type SeqnoRange } from '../visibility/newest-range.ts';

/** The contiguous range of complete rounds that ends in the watermark. */
export interface IndexedRange extends SeqnoRange {
  /**
   * The newest round of the range whose code and data are stored, or the watermark where no service resolves them.
   * After it, contracts may be known only by their hashes.
   */
  readonly resolvedSeqno: number;
}

/** Hashes of a masterchain block; the file hash is null until it is confirmed. */
export interface BlockHashes {
  readonly rootHash: Hash;
  readonly fileHash: Hash | null;
}

/** A masterchain block of the range. */
export interface IndexedBlock extends BlockHashes {
  readonly seqno: number;
  /** Seconds. */
  readonly unixTime: number;
  /** End of its logical times: all later transactions have greater ones. */
  readonly endLt: bigint;
  readonly range: IndexedRange;
  /** The key block whose configuration is in force: itself, or the one before it; 0 is the zero state. */
  readonly keySeqno: number;
}

const MASTERCHAIN = 'workchain = -1 AND shard = -9223372036854775808';

const blockColumns = pickColumns(
  blocksTable,
  'seqno',
  'root_hash',
  'file_hash',
  'gen_utime',
  'end_lt',
  'key_block',
  'prev_key_block_seqno',
);
const progressColumns = pickColumns(stateProgressTable, 'last_seqno');
const hashColumns = pickColumns(blocksTable, 'seqno', 'root_hash', 'file_hash');

export async function readIndexedRange(store: ReadingStore): Promise<IndexedRange | undefined> {
  const range = await readNewestRange(store);
  if (range === undefined) return undefined;
  const [progress] = await store.select(
    progressColumns,
    `SELECT ${columnsSql(progressColumns)} FROM state_progress FINAL
      WHERE last_seqno >= {firstSeqno:UInt32} AND first_seqno <= {lastSeqno:UInt32}
      ORDER BY last_seqno DESC LIMIT 1`,
    { firstSeqno: range.firstSeqno, lastSeqno: range.lastSeqno },
    { onlyReads: ['state_progress'] },
  );
  return { ...range, resolvedSeqno: Math.min(range.lastSeqno, progress?.lastSeqno ?? range.lastSeqno) };
}

export async function readIndexedBlock(
  store: ReadingStore,
  range: IndexedRange,
  seqno: number,
): Promise<IndexedBlock | undefined> {
  const [row] = await store.select(
    blockColumns,
    `SELECT ${columnsSql(blockColumns)} FROM blocks WHERE ${MASTERCHAIN} AND seqno = {seqno:UInt32}
      ORDER BY row_version DESC LIMIT 1`,
    { seqno },
  );
  if (row === undefined) return undefined;
  const { genUtime: unixTime, endLt, keyBlock, prevKeyBlockSeqno } = row;
  return { seqno, ...hashesOf(row), unixTime, endLt, range, keySeqno: keyBlock ? seqno : prevKeyBlockSeqno };
}

/** Hashes of masterchain blocks by seqno, for those blocks that are stored. */
export async function readBlockHashes(
  store: ReadingStore,
  seqnos: readonly number[],
): Promise<ReadonlyMap<number, BlockHashes>> {
  const rows = await store.select(
    hashColumns,
    `SELECT ${columnsSql(hashColumns)} FROM blocks WHERE ${MASTERCHAIN} AND seqno IN (${seqnos.map(Number).join(', ')})
      ORDER BY seqno, row_version DESC LIMIT 1 BY seqno`,
  );
  return new Map(rows.map((row) => [row.seqno, hashesOf(row)]));
}

/** Copies the hashes: blocks are kept longer than the result that their row is a part of. */
function hashesOf({
  rootHash,
  fileHash,
}: {
  readonly rootHash: Uint8Array;
  readonly fileHash: Uint8Array | null;
}): BlockHashes {
  return { rootHash: Uint8Array.from(rootHash), fileHash: fileHash === null ? null : Uint8Array.from(fileHash) };
}
