import { hasPartsSql } from '@tonriver/block-rows';
import {
  blocksOfRoundsTable,
  blocksTable,
  columnsSql,
  pickColumns,
  roundBlocksTable,
  roundsTable,
  type RoundRow,
  rowBytesSql,
  watermarksTable,
} from '@tonriver/row-schema';
import { compareRows } from '../compare-rows.ts';
import { nameOf, type Problem } from '../finding.ts';
import type { Proof, ProofContext, RoundRange } from '../proof.ts';
import { inRangesSql, longQuery } from '../ranges.ts';

/** Columns of a round computed from its blocks: all but `is_range_start`. */
const computed = `
  SELECT round AS mc_block_seqno, toUInt32(count()) AS block_count, toUInt32(sum(transactions)) AS transaction_count,
    toUInt32(sum(messages)) AS message_count, min(block_start) AS start_lt, max(block_end) AS end_lt,
    maxIf(utime, workchain = -1) AS gen_utime, max(version) AS row_version
  FROM (
    SELECT assumeNotNull(mc) AS round, workchain, shard, seqno, start_lt AS block_start, end_lt AS block_end,
      gen_utime AS utime, row_version AS version
    FROM (SELECT mc_block_seqno AS mc, workchain, shard, seqno, start_lt, end_lt, gen_utime, row_version
      FROM blocks FINAL) WHERE mc IS NOT NULL AND IN_RANGES
  ) AS b
  LEFT JOIN (
    SELECT workchain, shard, seqno, transactions_rows AS transactions, messages_rows AS messages
    FROM block_digests FINAL
  ) AS d USING (workchain, shard, seqno)
  GROUP BY round`;

/** Every round of every range has its row, with the counts of its blocks, and the watermarks say where ranges end. */
export const roundsProof: Proof = {
  name: 'rounds',
  promise: 'rounds follow each other without a hole, each with the counts of its blocks, up to the watermark',
  async *run(context) {
    const { ranges } = context;
    yield* compareRows(context, {
      table: roundsTable,
      columns: pickColumns(
        roundsTable,
        'mc_block_seqno',
        'block_count',
        'transaction_count',
        'message_count',
        'start_lt',
        'end_lt',
        'gen_utime',
        'row_version',
      ),
      // The mark of a start adds 1 to the version, but not in rows of older programs.
      expected: computed.replace('IN_RANGES', inRangesSql(ranges, 'mc')),
      actual: `SELECT mc_block_seqno, block_count, transaction_count, message_count, start_lt, end_lt, gen_utime,
        toUInt32(row_version - (is_range_start AND row_version >= 2147483648 AND row_version % 2 = 1)) AS row_version
        FROM rounds FINAL`,
      source: 'the blocks of the round',
    });
    yield* compareRows(context, {
      table: roundBlocksTable,
      columns: roundBlocksTable.columns,
      expected: `SELECT assumeNotNull(mc) AS mc_block_seqno, workchain, shard, seqno, row_version FROM (
        SELECT mc_block_seqno AS mc, workchain, shard, seqno, row_version FROM blocks FINAL
        WHERE mc_block_seqno IS NOT NULL)`,
      actual: 'SELECT mc_block_seqno, workchain, shard, seqno, row_version FROM round_blocks FINAL',
      source: 'the rows of blocks',
    });
    yield* compareRows(context, {
      table: blocksOfRoundsTable,
      columns: blocksOfRoundsTable.columns,
      expected: `SELECT assumeNotNull(mc) AS mc_block_seqno, workchain, shard, seqno, toUInt32(count_) AS block_count,
          bytes AS block, row_version FROM (
        SELECT mc_block_seqno AS mc, workchain, shard, seqno, row_version, ${rowBytesSql(blocksTable)} AS bytes
        FROM blocks FINAL WHERE mc_block_seqno IS NOT NULL AND ${hasPartsSql('row_version')}) AS own
        LEFT ANY JOIN (SELECT mc_block_seqno AS mc, block_count AS count_ FROM rounds FINAL) AS counted USING (mc)`,
      // Of a round that is not complete yet, the number of its blocks is not known.
      actual: `SELECT mc_block_seqno, workchain, shard, seqno,
        if(mc_block_seqno IN (SELECT mc_block_seqno FROM rounds), block_count, 0) AS block_count, block, row_version
        FROM blocks_of_rounds FINAL`,
      source: 'the rows of blocks',
    });
    for (const range of ranges) yield* checkMasterchain(context, range);
    yield* checkRangeStarts(context);
  },
};

/** Every round has its masterchain block. */
async function* checkMasterchain({ store, count }: ProofContext, { first, last }: RoundRange): AsyncGenerator<Problem> {
  count('rounds in ranges', last - first + 1);
  const rows = await store.query<{ readonly seqno: number }>(
    `SELECT number AS seqno FROM numbers({first:UInt32}, {count:UInt32})
     WHERE number NOT IN (SELECT seqno FROM blocks FINAL WHERE workchain = -1
       AND mc_block_seqno = seqno AND seqno BETWEEN {first:UInt32} AND {last:UInt32})
     LIMIT 1000`,
    { first, last, count: last - first + 1 },
    longQuery,
  );
  for (const { seqno } of rows) {
    yield {
      ...nameOf(blocksTable, { workchain: -1, shard: -(2n ** 63n), seqno: Number(seqno) }),
      problem: `round ${seqno} has no masterchain block`,
    };
  }
}

const startColumns = pickColumns(roundsTable, 'mc_block_seqno', 'is_range_start');

/**
 * A range begins with a marked round, and there is a watermark for each marked round that says where its range ends.
 */
async function* checkRangeStarts({ store, ranges }: ProofContext): AsyncGenerator<Problem> {
  const marked: Pick<RoundRow, 'mcBlockSeqno'>[] = await store.select(
    startColumns,
    `SELECT ${columnsSql(startColumns)} FROM rounds FINAL WHERE is_range_start`,
    {},
    longQuery,
  );
  const starts = new Set(marked.map(({ mcBlockSeqno }) => mcBlockSeqno));
  const watermarks = await store.select(
    watermarksTable.columns,
    `SELECT ${columnsSql(watermarksTable.columns)} FROM watermarks FINAL`,
    {},
    longQuery,
  );
  const marks = new Map(watermarks.map(({ firstSeqno, lastSeqno }) => [firstSeqno, lastSeqno]));
  for (const seqno of new Set([...starts, ...marks.keys(), ...ranges.map(({ first }) => first)])) {
    const range = ranges.find(({ first, last }) => first <= seqno && seqno <= last);
    const round = nameOf(roundsTable, { mcBlockSeqno: seqno });
    const watermark = nameOf(watermarksTable, { firstSeqno: seqno });
    const last = marks.get(seqno);
    if (range === undefined) {
      if (last !== undefined) yield { ...watermark, problem: 'no range of complete rounds begins here' };
    } else if (!starts.has(seqno)) {
      const columns = ['is_range_start'];
      if (last !== undefined || seqno === range.first)
        yield { ...round, columns, problem: 'a range begins here, but the round is not marked', or: watermark };
      if (last === undefined)
        yield { ...watermark, problem: `is missing: a range begins at round ${seqno}`, or: round };
    } else if (last === undefined) {
      yield { ...watermark, problem: `is missing: round ${seqno} is marked as the start of a range`, or: round };
    }
    if (range !== undefined && last !== undefined && last !== range.last) {
      const problem = `says that the range ends with round ${last}; it ends with ${range.last}`;
      yield { ...watermark, columns: ['last_seqno'], problem };
    }
  }
}
