import { parserVersionSql } from '@tonriver/block-rows';
import { pickColumns, type RowReader, roundBlocksTable, uint64 } from '@tonriver/row-schema';

const columns = pickColumns(roundBlocksTable, 'mc_block_seqno');

export interface SeqnoRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the stored rounds of a range, ascending: those that this parser has not written, or all. A round counts as
 * written when its row in `rounds` has this parser version: the trace assembler updates it after the announcement, as
 * the last step for a round.
 */
export async function findRounds(
  store: RowReader,
  { from, to }: SeqnoRange,
  { parserVersion }: { readonly parserVersion: number | undefined },
): Promise<readonly number[]> {
  const isOther =
    parserVersion === undefined
      ? '1'
      : `${parserVersionSql('version')} != ${Math.trunc(parserVersion)} OR round NOT IN (
           SELECT mc_block_seqno FROM rounds FINAL WHERE mc_block_seqno BETWEEN {from:UInt32} AND {to:UInt32}
             AND ${parserVersionSql('row_version')} = ${Math.trunc(parserVersion)})`;
  const rows = await store.select(
    columns,
    `SELECT DISTINCT assumeNotNull(round) AS mc_block_seqno FROM (
       SELECT argMax(mc_block_seqno, row_version) AS round, max(row_version) AS version, workchain, shard, seqno
       FROM blocks
       WHERE (workchain, shard, seqno) IN (
         SELECT workchain, shard, seqno FROM round_blocks WHERE mc_block_seqno BETWEEN {from:UInt32} AND {to:UInt32}
       )
       GROUP BY workchain, shard, seqno
     ) WHERE round BETWEEN {from:UInt32} AND {to:UInt32} AND (${isOther}) ORDER BY mc_block_seqno`,
    { from, to },
  );
  return rows.map(({ mcBlockSeqno }) => mcBlockSeqno);
}

const countColumns = [{ name: 'rounds', type: uint64, comment: 'Rounds' }] as const;

/** Returns the number of stored rounds in a range. */
export async function countRounds(store: RowReader, { from, to }: SeqnoRange): Promise<number> {
  const [row] = await store.select(
    countColumns,
    'SELECT uniqExact(mc_block_seqno) AS rounds FROM round_blocks WHERE mc_block_seqno BETWEEN {from:UInt32} AND {to:UInt32}',
    { from, to },
  );
  return Number(row?.rounds ?? 0n);
}
