import type { ReadingStore, VisibleRounds } from '@tonriver/chain-reader';
import { actionsProgressTable, columnsSql, pickColumns } from '@tonriver/row-schema';

const columns = pickColumns(actionsProgressTable, 'last_seqno', 'partitions');

/** Returns up to which round readers have the actions of finished traces; undefined while of none. */
export async function readActionsSeqno(
  store: ReadingStore,
  { range, indexedSeqno }: VisibleRounds,
): Promise<number | undefined> {
  if (range === undefined) return undefined;
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM actions_progress FINAL WHERE range_seqno = ${range.firstSeqno}`,
  );
  const isWhole = rows.length > 0 && rows.every(({ partitions }) => partitions === rows.length);
  return isWhole ? Math.min(indexedSeqno, ...rows.map(({ lastSeqno }) => lastSeqno)) : undefined;
}
