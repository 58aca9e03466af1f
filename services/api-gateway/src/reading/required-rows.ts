import { shardContainsAccount, shardFromSigned } from '@tonriver/chain-model';
import { blocksTable, columnsSql, pickColumns, roundBlocksTable, roundsTable } from '@tonriver/row-schema';
import { type BlockKey, blockKeyText } from './blocks.ts';
import { HoleError } from './holes.ts';
import type { ReadingStore } from './reading-store.ts';
import { isBeyondEnd, type ReadShardEnds } from './shard-ends.ts';
import { isAfterStart, type ReadShardStarts } from './shard-starts.ts';
import { blockKeysCondition } from './sql.ts';
import { type TransactionKey, transactionKeyText } from './transaction-key.ts';
import type { Visibility } from './watermark.ts';

/** The rounds that readers may see: what decides whether a row has to be stored. */
export type VisibleRounds = Pick<Visibility, 'range' | 'indexedSeqno'>;

/** Whether a round is in the contiguous range, of which everything is stored. */
export function isInRange({ range }: VisibleRounds, seqno: number | undefined): boolean {
  return range !== undefined && seqno !== undefined && seqno >= range.firstSeqno && seqno <= range.lastSeqno;
}

/**
 * Which transactions have to be stored with all that belongs to them: those of rounds that were found complete.
 *
 * Everything else may be missing for good reason: it lies above the watermark, or before the indexed range, or is part
 * of a block that is being written.
 */
export interface RequiredRows {
  /** Of the keys those whose transaction has to be there. Asked when something is missing, so seldom. */
  requiredOf<Key extends TransactionKey>(keys: readonly Key[], visible: VisibleRounds): Promise<readonly Key[]>;
  /**
   * For what was looked for in a table and not found.
   *
   * @throws {HoleError} when one of the keys is of a transaction that has to be there
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

/** Keys that are looked for in older ranges; what is wrong with one is enough to know. */
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
 * Keys in a round that was found complete before, with a gap up to the present range. The blocks of a round decide: the
 * time of a round overlaps with that of its neighbours, of which nothing may be stored, or only blocks without a round.
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
    // A block that is gone itself tells nothing of its time.
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
