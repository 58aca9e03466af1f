import { parserVersionSql } from '@tonriver/block-rows';
import { pickColumns, type RowReader, roundBlocksTable } from '@tonriver/row-schema';

const columns = pickColumns(roundBlocksTable, 'mc_block_seqno');

export interface SeqnoRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the stored rounds of a range, ascending: those with a block whose rows are of another parser version, or all.
 * The row of a block is the last that is written of it, so a block that was written in part counts as not written.
 */
export async function findRounds(
  store: RowReader,
  { from, to }: SeqnoRange,
  { parserVersion }: { readonly parserVersion: number | undefined },
): Promise<readonly number[]> {
  const isOther =
    parserVersion === undefined ? '1' : `${parserVersionSql('max(row_version)')} != ${Math.trunc(parserVersion)}`;
  const rows = await store.select(
    columns,
    `SELECT DISTINCT assumeNotNull(round) AS mc_block_seqno FROM (
       SELECT argMax(mc_block_seqno, row_version) AS round, workchain, shard, seqno FROM blocks
       WHERE (workchain, shard, seqno) IN (
         SELECT workchain, shard, seqno FROM round_blocks WHERE mc_block_seqno BETWEEN {from:UInt32} AND {to:UInt32}
       )
       GROUP BY workchain, shard, seqno HAVING ${isOther}
     ) WHERE round BETWEEN {from:UInt32} AND {to:UInt32} ORDER BY mc_block_seqno`,
    { from, to },
  );
  return rows.map(({ mcBlockSeqno }) => mcBlockSeqno);
}
