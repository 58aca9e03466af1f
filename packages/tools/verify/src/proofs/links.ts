import {
  type BlockRow,
  blocksTable,
  columnsSql,
  type MasterchainShardRow,
  masterchainShardsTable,
  pickColumns,
} from '@tonriver/row-schema';
import { type LinkedBlock, checkRoundLinks, linkKey, type RoundLinks } from '../round-links.ts';
import { nameOf, type Problem, valueText } from '../finding.ts';
import type { Proof, ProofContext, RoundRange } from '../proof.ts';
import { longQuery } from '../ranges.ts';

/** Rounds whose block headers are in memory at once. */
const ROUNDS_PER_CHUNK = 2000;

const columns = pickColumns(
  blocksTable,
  'workchain',
  'shard',
  'seqno',
  'root_hash',
  'file_hash',
  'mc_block_seqno',
  'gen_utime',
  'start_lt',
  'end_lt',
  'prev_count',
  'prev_1_shard',
  'prev_1_seqno',
  'prev_1_root_hash',
  'prev_1_file_hash',
  'prev_2_shard',
  'prev_2_seqno',
  'prev_2_root_hash',
  'prev_2_file_hash',
  'row_version',
);

/** Blocks name the stored blocks before them, and the walk from the shard tops of a round finds exactly its blocks. */
export const linksProof: Proof = {
  name: 'links',
  promise: 'every block names the stored block before it, and every round has exactly the blocks that its tops lead to',
  async *run(context) {
    for (const range of context.ranges) {
      for (let first = range.first; first <= range.last; first += ROUNDS_PER_CHUNK) {
        yield* checkChunk(context, range, { first, last: Math.min(range.last, first + ROUNDS_PER_CHUNK - 1) });
      }
    }
    yield* checkPartialBlocks(context);
  },
};

async function* checkChunk(context: ProofContext, range: RoundRange, chunk: RoundRange): AsyncGenerator<Problem> {
  const blocks = await loadBlocks(context, chunk);
  const tops = await loadTops(context, { first: Math.max(range.first, chunk.first - 1), last: chunk.last + 1 });
  context.count('blocks', blocks.size);
  for (let round = chunk.first; round <= chunk.last; round += 1) {
    const links: RoundLinks = {
      round,
      range,
      blocks,
      tops: tops.get(round) ?? [],
      previousTops: round === range.first ? undefined : (tops.get(round - 1) ?? []),
      nextTops: round === range.last ? undefined : (tops.get(round + 1) ?? []),
    };
    yield* checkRoundLinks(links, context.count);
  }
}

/** Reads the blocks of the rounds and of the round before them, whose masterchain block the first one names. */
async function loadBlocks(
  { store }: ProofContext,
  { first, last }: RoundRange,
): Promise<ReadonlyMap<string, LinkedBlock>> {
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM blocks FINAL WHERE (workchain, shard, seqno) IN (
       SELECT workchain, shard, seqno FROM round_blocks
       WHERE mc_block_seqno BETWEEN {first:UInt32} AND {last:UInt32}) OR (workchain = -1 AND seqno = {before:UInt32})`,
    { first, last, before: first - 1 },
    longQuery,
  );
  return new Map(rows.map((row) => [linkKey(row), row]));
}

async function loadTops(
  { store }: ProofContext,
  rounds: RoundRange,
): Promise<ReadonlyMap<number, readonly MasterchainShardRow[]>> {
  const rows = await store.select(
    masterchainShardsTable.columns,
    `SELECT ${columnsSql(masterchainShardsTable.columns)} FROM masterchain_shards FINAL
     WHERE mc_block_seqno BETWEEN {first:UInt32} AND {last:UInt32} ORDER BY mc_block_seqno, workchain, shard`,
    { ...rounds },
    longQuery,
  );
  const tops = new Map<number, MasterchainShardRow[]>();
  for (const row of rows) {
    const known = tops.get(row.mcBlockSeqno);
    if (known === undefined) tops.set(row.mcBlockSeqno, [row]);
    else known.push(row);
  }
  return tops;
}

const linkColumns = pickColumns(blocksTable, 'workchain', 'shard', 'seqno', 'root_hash', 'prev_1_root_hash');
type PartialLink = Pick<BlockRow, 'workchain' | 'shard' | 'seqno' | 'rootHash' | 'prev1RootHash'>;

/** Checks partial blocks: the blocks that they name must have the named hashes, if they are stored. */
async function* checkPartialBlocks({ store, count }: ProofContext): AsyncGenerator<Problem> {
  const [counted] = await store.query<{ readonly blocks: string }>(
    'SELECT count() AS blocks FROM blocks FINAL WHERE mc_block_seqno IS NULL',
    {},
    longQuery,
  );
  count('partial blocks', Number(counted?.blocks ?? 0));
  if (Number(counted?.blocks ?? 0) === 0) return;
  const links = [1, 2].map(
    (number) => `SELECT workchain AS w, shard AS s, seqno AS q, prev_${number}_shard AS before_shard,
      prev_${number}_seqno AS before_seqno, prev_${number}_root_hash AS named
      FROM blocks FINAL WHERE isNull(mc_block_seqno) AND prev_count >= ${number}`,
  );
  const batches = store.stream(
    linkColumns,
    `SELECT w AS workchain, s AS shard, q AS seqno, found AS root_hash, assumeNotNull(named) AS prev_1_root_hash
     FROM (${links
       .map(
         (link) => `SELECT w, s, q, toInt64(assumeNotNull(before_shard)) AS before_shard,
        toUInt32(assumeNotNull(before_seqno)) AS before_seqno, toNullable(named) AS named FROM (${link})`,
       )
       .join(' UNION ALL ')}) AS links
     INNER JOIN (SELECT workchain AS pw, shard AS ps, seqno AS pq, root_hash AS found FROM blocks FINAL) AS stored
       ON w = pw AND before_shard = ps AND before_seqno = pq
     WHERE found != assumeNotNull(named)`,
    {},
    longQuery,
  );
  for await (const batch of batches) {
    for (const row of batch as readonly PartialLink[]) {
      yield {
        ...nameOf(blocksTable, row),
        columns: ['prev_1_root_hash', 'prev_2_root_hash'],
        problem: `names ${valueText(row.prev1RootHash)} before it; stored is ${valueText(row.rootHash)}`,
      };
    }
  }
}
