import type { Hash } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { blocksTable, columnsSql, pickColumns, stateProgressTable, watermarksTable } from '@tonriver/row-schema';
import type { RunPoint } from '../chain-state.ts';

/** The contiguous range of complete rounds that ends in the watermark. */
export interface IndexedRange {
  readonly firstSeqno: number;
  readonly lastSeqno: number;
  /**
   * The newest round of the range whose code and data are stored, or the watermark where no service resolves them.
   * Calls without a block use it: after it, contracts may be known only by their hashes.
   */
  readonly resolvedSeqno: number;
}

/** A masterchain block of the range. */
export interface IndexedBlock extends RunPoint {
  readonly rootHash: Hash;
  readonly range: IndexedRange;
  /** The key block whose configuration is in force: itself, or the one before it; 0 is the zero state. */
  readonly keySeqno: number;
}

export function isIndexed(point: RunPoint): point is IndexedBlock {
  return 'range' in point;
}

const MASTERCHAIN = 'workchain = -1 AND shard = -9223372036854775808';
/** Look-ups read little, so a second thread costs more than it saves. */
export const LOOK_UP = { threadsMax: 1, executionSecondsMax: 3 } as const;

const rangeColumns = pickColumns(watermarksTable, 'first_seqno', 'last_seqno');
const blockColumns = pickColumns(
  blocksTable,
  'seqno',
  'root_hash',
  'file_hash',
  'gen_utime',
  'key_block',
  'prev_key_block_seqno',
);
const progressColumns = pickColumns(stateProgressTable, 'last_seqno');
const hashColumns = pickColumns(blocksTable, 'seqno', 'root_hash', 'file_hash');

/** Hashes of a masterchain block; the file hash is null until it is confirmed. */
export interface BlockHashes {
  readonly rootHash: Hash;
  readonly fileHash: Hash | null;
}

export async function readRange(store: ClickHouseStore): Promise<IndexedRange | undefined> {
  const [range] = await store.select(
    rangeColumns,
    `SELECT ${columnsSql(rangeColumns)} FROM watermarks ORDER BY last_seqno DESC, first_seqno LIMIT 1`,
    {},
    LOOK_UP,
  );
  if (range === undefined) return undefined;
  const [progress] = await store.select(
    progressColumns,
    `SELECT ${columnsSql(progressColumns)} FROM state_progress FINAL
      WHERE last_seqno >= {firstSeqno:UInt32} AND first_seqno <= {lastSeqno:UInt32}
      ORDER BY last_seqno DESC LIMIT 1`,
    { firstSeqno: range.firstSeqno, lastSeqno: range.lastSeqno },
    LOOK_UP,
  );
  return { ...range, resolvedSeqno: Math.min(range.lastSeqno, progress?.lastSeqno ?? range.lastSeqno) };
}

export async function readBlock(
  store: ClickHouseStore,
  range: IndexedRange,
  seqno: number,
): Promise<IndexedBlock | undefined> {
  const [row] = await store.select(
    blockColumns,
    `SELECT ${columnsSql(blockColumns)} FROM blocks WHERE ${MASTERCHAIN} AND seqno = {seqno:UInt32}
      ORDER BY row_version DESC LIMIT 1`,
    { seqno },
    LOOK_UP,
  );
  if (row === undefined) return undefined;
  const rootHash = Uint8Array.from(row.rootHash);
  return {
    key: Buffer.from(rootHash).toString('hex'),
    seqno,
    rootHash,
    fileHash: row.fileHash === null ? null : Uint8Array.from(row.fileHash),
    unixTime: row.genUtime,
    recorded: null,
    range,
    keySeqno: row.keyBlock ? seqno : row.prevKeyBlockSeqno,
  };
}

/** Hashes by seqno, for those blocks that are stored. */
export async function readBlockHashes(
  store: ClickHouseStore,
  seqnos: readonly number[],
): Promise<ReadonlyMap<number, BlockHashes>> {
  const rows = await store.select(
    hashColumns,
    `SELECT ${columnsSql(hashColumns)} FROM blocks WHERE ${MASTERCHAIN} AND seqno IN (${seqnos.map(Number).join(', ')})
      ORDER BY seqno, row_version DESC LIMIT 1 BY seqno`,
    {},
    LOOK_UP,
  );
  return new Map(
    rows.map(({ seqno, rootHash, fileHash }) => [
      seqno,
      { rootHash: Uint8Array.from(rootHash), fileHash: fileHash === null ? null : Uint8Array.from(fileHash) },
    ]),
  );
}
