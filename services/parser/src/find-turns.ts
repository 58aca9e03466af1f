import { parseRowVersion, turnOver } from '@tonriver/block-rows';
import { type ClickHouseStore, digestKey } from '@tonriver/clickhouse';
import { blockDigestsTable, columnsSql, pickColumns } from '@tonriver/row-schema';

/** A block whose rows are to be written, and their version. */
export interface VersionedBlock {
  readonly workchain: number;
  /** Signed. */
  readonly shard: bigint;
  readonly seqno: number;
  readonly rowVersion: number;
}

/** Blocks of one query: their keys stand in its text. */
const BLOCKS_PER_QUERY = 1000;

const columns = pickColumns(blockDigestsTable, 'workchain', 'shard', 'seqno', 'row_version');

/**
 * Blocks of which a newer parser has written rows, or has begun to: by `digestKey`, the turn in which this one's rows
 * outrank them. That parser was rolled back, or its process lost the block to this one, so it may never announce what
 * it wrote: rows that nobody announced would hold up the watermark for ever.
 */
export async function findTurns(
  store: ClickHouseStore,
  blocks: readonly VersionedBlock[],
): Promise<ReadonlyMap<string, number>> {
  const own = new Map(blocks.map((block) => [digestKey(block), parseRowVersion(block.rowVersion)]));
  const turns = new Map<string, number>();
  for (let from = 0; from < blocks.length; from += BLOCKS_PER_QUERY) {
    const keys = blocks
      .slice(from, from + BLOCKS_PER_QUERY)
      .map(({ workchain, shard, seqno }) => `(${workchain}, ${shard}, ${seqno})`);
    const stored = await store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM block_digests WHERE (workchain, shard, seqno) IN (${keys.join(', ')})`,
    );
    for (const { rowVersion, ...block } of stored) {
      const key = digestKey(block);
      const [mine, other] = [own.get(key), parseRowVersion(rowVersion)];
      // Rows that know their round outrank those that do not, whatever turn it is.
      if (mine === undefined || mine.isRoundKnown !== other.isRoundKnown) continue;
      const turn = turnOver(other, mine.parserVersion);
      if (turn > Math.max(mine.turn, turns.get(key) ?? 0)) turns.set(key, turn);
    }
  }
  return turns;
}
