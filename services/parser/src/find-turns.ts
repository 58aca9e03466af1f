import { parseRowVersion, type RowVersion, turnOver } from '@tonriver/block-rows';
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

/** Blocks of one query: their keys are part of its text. */
const BLOCKS_PER_QUERY = 1000;

const columns = pickColumns(blockDigestsTable, 'workchain', 'shard', 'seqno', 'row_version');

/**
 * The key of `findTurns`. A block may be in a batch twice, with its round and without it: those rows do not compete,
 * since rows with a known round outrank the others in every turn.
 */
export function turnKey(block: Omit<VersionedBlock, 'rowVersion'>, { isRoundKnown }: RowVersion): string {
  return `${digestKey(block)} ${isRoundKnown}`;
}

/** Rows of the blocks that parsers of other versions have written. */
export interface OtherParsers {
  /** By `turnKey`, the turn in which this parser's rows outrank those of a newer one. */
  readonly turns: ReadonlyMap<string, number>;
  /** True when a parser of another version, newer or older, has written one of the blocks, or has begun to. */
  readonly haveWritten: boolean;
}

/**
 * Finds the blocks of which a newer parser has written rows, or has begun to: by `turnKey`, the turn in which this
 * parser's rows outrank them. The newer parser was rolled back, or lost the block to this process, so it may never
 * announce its rows: rows without an announcement would stop the watermark for ever.
 */
export async function findTurns(store: ClickHouseStore, blocks: readonly VersionedBlock[]): Promise<OtherParsers> {
  const own = new Map(
    blocks.map((block) => {
      const version = parseRowVersion(block.rowVersion);
      return [turnKey(block, version), version];
    }),
  );
  const turns = new Map<string, number>();
  let haveWritten = false;
  for (let from = 0; from < blocks.length; from += BLOCKS_PER_QUERY) {
    const keys = blocks
      .slice(from, from + BLOCKS_PER_QUERY)
      .map(({ workchain, shard, seqno }) => `(${workchain}, ${shard}, ${seqno})`);
    const stored = await store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM block_digests WHERE (workchain, shard, seqno) IN (${keys.join(', ')})`,
    );
    for (const { rowVersion, ...block } of stored) {
      const other = parseRowVersion(rowVersion);
      const key = turnKey(block, other);
      const mine = own.get(key);
      if (mine === undefined) continue;
      haveWritten ||= other.parserVersion !== mine.parserVersion;
      const turn = turnOver(other, mine.parserVersion);
      if (turn > Math.max(mine.turn, turns.get(key) ?? 0)) turns.set(key, turn);
    }
  }
  return { turns, haveWritten };
}
