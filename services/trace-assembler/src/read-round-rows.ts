import { type ClickHouseStore, digestKey } from '@tonriver/clickhouse';
import {
  blockDigestsTable,
  blocksTable,
  columnsSql,
  pickColumns,
  roundBlocksTable,
  type RoundRow,
  type RowOf,
} from '@tonriver/row-schema';
import { roundRowOf } from './round-rows.ts';

const keyColumns = pickColumns(roundBlocksTable, 'workchain', 'shard', 'seqno');
const blockColumns = pickColumns(
  blocksTable,
  'workchain',
  'shard',
  'seqno',
  'mc_block_seqno',
  'start_lt',
  'end_lt',
  'gen_utime',
  'row_version',
);
const digestColumns = pickColumns(
  blockDigestsTable,
  'workchain',
  'shard',
  'seqno',
  'transactions_rows',
  'messages_rows',
);

/** Blocks of one query: their keys stand in its text, which ClickHouse bounds. */
const BLOCKS_PER_QUERY = 1000;

/**
 * Computes the rows of rounds from their stored blocks. `isRangeStart` is given, because no block says it. A round is
 * left out when a block or its digests cannot be read.
 */
export async function readRoundRows(
  store: ClickHouseStore,
  rounds: ReadonlyMap<number, { readonly isRangeStart: boolean }>,
): Promise<ReadonlyMap<number, RoundRow>> {
  if (rounds.size === 0) return new Map();
  const keys = await store.select(
    keyColumns,
    `SELECT ${columnsSql(keyColumns)} FROM round_blocks FINAL
     WHERE (mc_block_seqno) IN (${[...rounds.keys()].map((seqno) => `(${seqno})`).join(', ')})`,
  );
  if (keys.length === 0) return new Map();
  const { blocks, digests } = await readBlocks(store, keys);
  const counts = new Map(digests.map((row) => [digestKey(row), row]));
  const rows = new Map<number, RoundRow>();
  for (const [seqno, { isRangeStart }] of rounds) {
    const ofRound = blocks.filter(({ mcBlockSeqno }) => mcBlockSeqno === seqno);
    if (ofRound.length === 0 || ofRound.some((block) => !counts.has(digestKey(block)))) continue;
    const counted = ofRound.map((block) => ({
      ...block,
      transactionCount: counts.get(digestKey(block))?.transactionsRows ?? 0,
      messageCount: counts.get(digestKey(block))?.messagesRows ?? 0,
    }));
    rows.set(seqno, roundRowOf(seqno, isRangeStart, counted));
  }
  return rows;
}

interface BlockKey {
  readonly workchain: number;
  readonly shard: bigint;
  readonly seqno: number;
}

async function readBlocks(store: ClickHouseStore, keys: readonly BlockKey[]) {
  const blocks: RowOf<typeof blockColumns>[] = [];
  const digests: RowOf<typeof digestColumns>[] = [];
  for (let from = 0; from < keys.length; from += BLOCKS_PER_QUERY) {
    const tuples = keys
      .slice(from, from + BLOCKS_PER_QUERY)
      .map(({ workchain, shard, seqno }) => `(${workchain}, ${shard}, ${seqno})`);
    const ofBlocks = `FINAL WHERE (workchain, shard, seqno) IN (${tuples.join(', ')})`;
    blocks.push(...(await store.select(blockColumns, `SELECT ${columnsSql(blockColumns)} FROM blocks ${ofBlocks}`)));
    digests.push(
      ...(await store.select(digestColumns, `SELECT ${columnsSql(digestColumns)} FROM block_digests ${ofBlocks}`)),
    );
  }
  return { blocks, digests };
}
