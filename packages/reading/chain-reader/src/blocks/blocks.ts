import { compareInBlock } from '@tonriver/block-rows';
import {
  type BlockRow,
  blocksTable,
  blockTransactionsTable,
  type ColumnList,
  columnsSql,
  masterchainShardsTable,
  pickColumns,
  roundBlocksTable,
  roundsTable,
  rowPackOf,
} from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { type BlockRecord, blockRecordOf } from '../finality.ts';
import { groupedBy } from '../store/grouped-by.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { newestRows } from '../store/newest-rows.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { blockKeysCondition } from '../store/sql.ts';
import { type TransactionKey, transactionKeyText } from '../transactions/transaction-key.ts';

/** The identity of a block. `shard` is signed. */
export interface BlockKey {
  readonly workchain: number;
  readonly shard: bigint;
  readonly seqno: number;
}

/** A complete round: the number of its blocks, and its span of logical time. */
interface RoundSpan {
  readonly blockCount: number;
  readonly startLt: bigint;
  readonly endLt: bigint;
}

/** The newest block of a shard in the state of a masterchain block, with its end. */
export interface ShardTop extends BlockKey {
  readonly endLt: bigint;
}

/** The shard of the masterchain, signed. */
export const MASTERCHAIN_SHARD = -(2n ** 63n);
export const MASTERCHAIN = -1;

const roundBlockColumns = pickColumns(roundBlocksTable, 'mc_block_seqno', 'workchain', 'shard', 'seqno', 'row_version');
const shardColumns = pickColumns(
  masterchainShardsTable,
  'mc_block_seqno',
  'workchain',
  'shard',
  'seqno',
  'end_lt',
  'row_version',
);
const roundColumns = pickColumns(roundsTable, 'mc_block_seqno', 'block_count', 'start_lt', 'end_lt', 'row_version');
const transactionColumns = pickColumns(
  blockTransactionsTable,
  'workchain',
  'shard',
  'seqno',
  'lt',
  'account',
  'row_version',
);

const versionColumns = pickColumns(
  blocksTable,
  'workchain',
  'shard',
  'seqno',
  'mc_block_seqno',
  'key_block',
  'prev_key_block_seqno',
  'master_ref_seqno',
  'gen_software_version',
  'row_version',
);

const blockPack = rowPackOf<BlockRow>(blocksTable);

/** The members of a block that are needed to find the configuration in force. */
export type BlockVersions = Pick<
  BlockRow,
  | 'workchain'
  | 'shard'
  | 'seqno'
  | 'mcBlockSeqno'
  | 'keyBlock'
  | 'prevKeyBlockSeqno'
  | 'masterRefSeqno'
  | 'genSoftwareVersion'
  | 'rowVersion'
>;

/** Reads blocks. */
export interface Blocks {
  /** Blocks by their text key, see `blockKeyText`. */
  readonly byKey: BatchedLookUp<BlockRecord>;
  /** The members that are needed to find the configuration in force, by the same key. */
  readonly versions: BatchedLookUp<BlockVersions>;
  /** Blocks of a round by its seqno as text. */
  readonly ofRound: BatchedLookUp<readonly BlockKey[]>;
  /** The newest block of every shard in the state of a masterchain block, by its seqno as text. */
  readonly shardTops: BatchedLookUp<readonly ShardTop[]>;
  /** Complete rounds, by their seqno as text. */
  readonly rounds: BatchedLookUp<RoundSpan>;
  /** The transactions of a block by the block's text key, in order of lt, then of account. */
  readonly transactions: BatchedLookUp<readonly TransactionKey[]>;
}

export function blockKeyText({ workchain, shard, seqno }: BlockKey): string {
  return `${workchain}:${shard}:${seqno}`;
}

export function parseBlockKeyText(text: string): BlockKey {
  const [workchain = '', shard = '', seqno = ''] = text.split(':');
  return { workchain: Number(workchain), shard: BigInt(shard), seqno: Number(seqno) };
}

export function createBlocks(store: ReadingStore, bounds: LookUpBounds): Blocks {
  return {
    byKey: createBatchedLookUp({
      ...bounds,
      load: async (keyTexts) =>
        byBlockKey(
          (await store.select(blockPack.columns, blocksSql(blockPack.columns, keyTexts))).map((row) =>
            blockRecordOf(blockPack.unpack(row)),
          ),
        ),
    }),
    versions: createBatchedLookUp({
      ...bounds,
      load: async (keyTexts) => byBlockKey(await store.select(versionColumns, blocksSql(versionColumns, keyTexts))),
    }),
    ofRound: createBatchedLookUp({
      ...bounds,
      load: async (seqnos) =>
        newestByRound(
          await store.select(
            roundBlockColumns,
            `SELECT ${columnsSql(roundBlockColumns)} FROM round_blocks WHERE mc_block_seqno IN (${seqnos.join(', ')})`,
          ),
          blockKeyText,
        ),
    }),
    shardTops: createBatchedLookUp({
      ...bounds,
      load: async (seqnos) =>
        newestByRound(
          await store.select(
            shardColumns,
            `SELECT ${columnsSql(shardColumns)} FROM masterchain_shards WHERE mc_block_seqno IN (${seqnos.join(', ')})`,
          ),
          ({ workchain, shard }) => `${workchain}:${shard}`,
        ),
    }),
    rounds: createBatchedLookUp({
      ...bounds,
      async load(seqnos) {
        const rows = await store.select(
          roundColumns,
          `SELECT ${columnsSql(roundColumns)} FROM rounds WHERE mc_block_seqno IN (${seqnos.join(', ')})`,
        );
        return newestRows(rows, seqnoText, versionOf);
      },
    }),
    transactions: createBatchedLookUp({
      ...bounds,
      async load(keyTexts) {
        const rows = await store.select(
          transactionColumns,
          `SELECT ${columnsSql(transactionColumns)} FROM block_transactions
           WHERE ${blockKeysCondition(keyTexts.map(parseBlockKeyText))}`,
        );
        const keyOf = (row: (typeof rows)[number]): string => `${blockKeyText(row)} ${transactionKeyText(row)}`;
        return groupedBy([...newestRows(rows, keyOf, versionOf).values()].toSorted(compareInBlock), blockKeyText);
      },
    }),
  };
}

function blocksSql(columns: ColumnList, keyTexts: readonly string[]): string {
  return `SELECT ${columnsSql(columns)} FROM blocks WHERE ${blockKeysCondition(keyTexts.map(parseBlockKeyText))}`;
}

function byBlockKey<Row extends BlockKey & { readonly rowVersion: number }>(
  rows: readonly Row[],
): ReadonlyMap<string, Row> {
  return newestRows(rows, blockKeyText, versionOf);
}

function seqnoText({ mcBlockSeqno }: { readonly mcBlockSeqno: number }): string {
  return String(mcBlockSeqno);
}

function versionOf({ rowVersion }: { readonly rowVersion: number }): number {
  return rowVersion;
}

/** Groups rows by round, each key once. */
function newestByRound<Row extends { readonly mcBlockSeqno: number; readonly rowVersion: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const newest = newestRows(rows, (row) => `${row.mcBlockSeqno}:${keyOf(row)}`, versionOf);
  return groupedBy([...newest.values()], seqnoText);
}
