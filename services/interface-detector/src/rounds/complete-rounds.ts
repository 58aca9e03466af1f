import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, pickColumns, watermarksTable } from '@tonriver/row-schema';

const columns = pickColumns(watermarksTable, 'first_seqno', 'last_seqno');

/**
 * Returns which rounds are complete: their rows are stored and read back, those of every block and of its states. Only
 * then does it not depend on the parsers' speed what a contract finds that asks another one.
 */
export async function readCompleteRounds(store: ClickHouseStore): Promise<(round: number) => boolean> {
  const ranges = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM watermarks FINAL`,
    {},
    { threadsMax: 1, onlyReads: ['watermarks'] },
  );
  return (round) => ranges.some(({ firstSeqno, lastSeqno }) => firstSeqno <= round && round <= lastSeqno);
}
