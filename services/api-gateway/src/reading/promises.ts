import { columnsSql, pickColumns, roundsTable } from '@tonriver/clickhouse';
import { HoleError } from './holes.ts';
import type { ReadingStore } from './reading-store.ts';
import { isBeyondEnd, type ReadShardEnds } from './shard-ends.ts';
import { isAfterStart, type ReadShardStarts } from './shard-starts.ts';
import { type TransactionKey, transactionKeyText } from './transaction-key.ts';
import type { Visibility } from './watermark.ts';

/** What readers see: all that decides whether something has to be stored. */
export type Seen = Pick<Visibility, 'range' | 'indexedSeqno'>;

/** Whether a round is in the contiguous range, of which everything is stored. */
export function isInRange({ range }: Seen, seqno: number | undefined): boolean {
  return range !== undefined && seqno !== undefined && seqno >= range.firstSeqno && seqno <= range.lastSeqno;
}

/**
 * Which transactions have to be stored with all that belongs to them: those of rounds that were found complete.
 *
 * Everything else may be missing for good reason: it lies above the watermark, or before the indexed range, or is part
 * of a block that is being written.
 */
export interface Promises {
  /** Of the keys those whose transaction has to be there. Asked when something is missing, so seldom. */
  promised<Key extends TransactionKey>(keys: readonly Key[], seen: Seen): Promise<readonly Key[]>;
  /**
   * For what was looked for in a table and not found.
   *
   * @throws {HoleError} when one of the keys is of a transaction that has to be there
   */
  checkMissing(table: string, promisedBy: string, keys: readonly TransactionKey[], seen: Seen): Promise<void>;
}

const roundColumns = pickColumns(roundsTable, 'start_lt', 'end_lt');

/** Keys that are looked for in older ranges; what is wrong with one is enough to know. */
const OLDER_KEYS_MAX = 100;

export function createPromises(
  store: ReadingStore,
  { shardStarts, shardEnds }: { readonly shardStarts: ReadShardStarts; readonly shardEnds: ReadShardEnds },
): Promises {
  const promised = async <Key extends TransactionKey>(
    keys: readonly Key[],
    { range }: Seen,
  ): Promise<readonly Key[]> => {
    if (range === undefined || keys.length === 0) return [];
    const [starts, ends] = await Promise.all([shardStarts(range.firstSeqno), shardEnds(range.lastSeqno)]);
    const reached = keys.filter((key) => !isBeyondEnd(ends, key));
    const inRange = reached.filter((key) => isAfterStart(starts, key));
    const older = reached.filter((key) => !isAfterStart(starts, key)).slice(0, OLDER_KEYS_MAX);
    return [...inRange, ...(await inOlderRanges(store, older, range.firstSeqno))];
  };
  return {
    promised,
    async checkMissing(table, promisedBy, keys, seen) {
      const [missing] = await promised(keys, seen);
      if (missing !== undefined) throw new HoleError({ table, promisedBy, key: transactionKeyText(missing) });
    },
  };
}

/** A range that was found complete before, with a gap up to the present one. */
async function inOlderRanges<Key extends TransactionKey>(
  store: ReadingStore,
  keys: readonly Key[],
  firstSeqno: number,
): Promise<readonly Key[]> {
  if (keys.length === 0) return [];
  const spans = keys.map(({ lt }) => `(start_lt <= ${lt} AND end_lt >= ${lt})`);
  const rounds = await store.select(
    roundColumns,
    `SELECT ${columnsSql(roundColumns)} FROM rounds
     WHERE mc_block_seqno < ${firstSeqno} AND (${spans.join(' OR ')}) LIMIT ${10 * keys.length}`,
  );
  return keys.filter(({ lt }) => rounds.some(({ startLt, endLt }) => startLt <= lt && lt <= endLt));
}
