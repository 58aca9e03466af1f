import { shardContainsAccount, shardFromSigned } from '@tonriver/chain-model';
import { blocksTable, columnsSql, pickColumns, roundBlocksTable, roundsTable } from '@tonriver/row-schema';
import { type BlockKey, blockKeyText } from '../blocks/blocks.ts';
import { finalityOf } from '../finality.ts';
import { HoleError } from './holes.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { isBeyondEnd, type ReadShardEnds } from './shard-ends.ts';
import { isAfterStart, type ReadShardStarts } from './shard-starts.ts';
import { blockKeysCondition } from '../store/sql.ts';
import { type TransactionKey, transactionKeyText } from '../transactions/transaction-key.ts';
import type { Visibility } from './watermark.ts';

/** The visible rounds, which decide whether a row must be stored. */
export type VisibleRounds = Pick<Visibility, 'range' | 'indexedSeqno'>;

/** Tells whether a round is in the contiguous range, of which all rows are stored. */
export function isInRange({ range }: VisibleRounds, seqno: number | undefined): boolean {
  return range !== undefined && seqno !== undefined && seqno >= range.firstSeqno && seqno <= range.lastSeqno;
}

/** Tells whether a row is of a round up to the watermark, or of none. */
export function isVisible(row: { readonly mcBlockSeqno: number | null }, indexedSeqno: number): boolean {
  return finalityOf(row) === 'partial' || (row.mcBlockSeqno ?? 0) <= indexedSeqno;
}

/**
 * Decides which transactions must be stored with all their rows: those of complete rounds.
 *
 * Others may be missing: they are above the watermark, before the indexed range, or in a block that is being written.
 */
export interface RequiredRows {
  /** Returns those keys whose transaction must be stored. Called only when a row is missing. */
  requiredOf<Key extends TransactionKey>(keys: readonly Key[], visible: VisibleRounds): Promise<readonly Key[]>;
  /**
   * Checks keys that were not found in a table.
   *
   * @throws {HoleError} when one of the keys is of a transaction that must be stored
   */
  checkMissing(
    table: string,
    requiredBy: string,
    keys: readonly TransactionKey[],
    visible: VisibleRounds,
  ): Promise<void>;
}

const roundColumns = pickColumns(roundsTable, 'mc_block_seqno', 'block_count', 'start_lt', 'end_lt');
const roundBlockColumns = pickColumns(roundBlocksTable, 'mc_block_seqno', 'workchain', 'shard', 'seqno');
const blockColumns = pickColumns(blocksTable, 'workchain', 'shard', 'seqno', 'start_lt', 'end_lt');

/** The most keys that are checked in older ranges. One missing row is enough to report. */
const OLDER_KEYS_MAX = 100;

export function createRequiredRows(
  store: ReadingStore,
  { shardStarts, shardEnds }: { readonly shardStarts: ReadShardStarts; readonly shardEnds: ReadShardEnds },
): RequiredRows {
  const requiredOf = async <Key extends TransactionKey>(
    keys: readonly Key[],
    { range }: VisibleRounds,
  ): Promise<readonly Key[]> => {
    if (range === undefined || keys.length === 0) return [];
    const [starts, ends] = await Promise.all([shardStarts(range.firstSeqno), shardEnds(range.lastSeqno)]);
    const reached = keys.filter((key) => !isBeyondEnd(ends, key));
    const inRange = reached.filter((key) => isAfterStart(starts, key));
    const older = reached.filter((key) => !isAfterStart(starts, key)).slice(0, OLDER_KEYS_MAX);
    return [...inRange, ...(await inOlderRounds(store, older, range.firstSeqno))];
  };
  return {
    requiredOf,
    async checkMissing(table, requiredBy, keys, visible) {
      const [missing] = await requiredOf(keys, visible);
      if (missing !== undefined) throw new HoleError({ table, requiredBy, key: transactionKeyText(missing) });
    },
  };
}

/**
 * Returns the keys of transactions in older complete rounds, before a gap and the current range. The blocks of a round
 * decide, because its time overlaps with its neighbours', which may not be stored or only as partial blocks.
 */
async function inOlderRounds<Key extends TransactionKey>(
  store: ReadingStore,
  keys: readonly Key[],
  firstSeqno: number,
): Promise<readonly Key[]> {
  if (keys.length === 0) return [];
  const spans = keys.map(({ lt }) => `(start_lt <= ${lt} AND end_lt >= ${lt})`);
  const rounds = await store.select(
    roundColumns,
    `SELECT ${columnsSql(roundColumns)} FROM rounds
     WHERE mc_block_seqno < ${firstSeqno} AND (${spans.join(' OR ')})
     ORDER BY mc_block_seqno, row_version DESC LIMIT 1 BY mc_block_seqno LIMIT ${10 * keys.length}`,
  );
  if (rounds.length === 0) return [];
  const blocks = await blocksOfRounds(store, rounds);
  const around = blocks.filter((block) => keys.some((key) => hasAccount(block, key)));
  if (around.length === 0) return [];
  const stored = await store.select(
    blockColumns,
    `SELECT DISTINCT ${columnsSql(blockColumns)} FROM blocks WHERE ${blockKeysCondition(around)}`,
  );
  const spanOf = new Map(stored.map((block) => [blockKeyText(block), block]));
  const mayHave = (block: BlockKey, key: Key): boolean => {
    const span = spanOf.get(blockKeyText(block));
    // The time of a missing block is unknown.
    return hasAccount(block, key) && (span === undefined || (span.startLt <= key.lt && key.lt <= span.endLt));
  };
  return keys.filter((key) => around.some((block) => mayHave(block, key)));
}

async function blocksOfRounds(
  store: ReadingStore,
  rounds: readonly { readonly mcBlockSeqno: number; readonly blockCount: number }[],
): Promise<readonly BlockKey[]> {
  const seqnos = rounds.map(({ mcBlockSeqno }) => mcBlockSeqno);
  const blocks = await store.select(
    roundBlockColumns,
    `SELECT DISTINCT ${columnsSql(roundBlockColumns)} FROM round_blocks WHERE mc_block_seqno IN (${seqnos.join(', ')})`,
  );
  for (const { mcBlockSeqno, blockCount } of rounds) {
    const foundCount = blocks.filter((block) => block.mcBlockSeqno === mcBlockSeqno).length;
    if (foundCount === blockCount) continue;
    throw new HoleError({ table: 'round_blocks', requiredBy: 'rounds', key: String(mcBlockSeqno) });
  }
  return blocks;
}

function hasAccount({ workchain, shard }: BlockKey, key: TransactionKey): boolean {
  return workchain === key.workchain && shardContainsAccount(shardFromSigned(shard), key.account);
}
