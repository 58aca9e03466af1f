import { actionsProgressTable, columnsSql, pickColumns } from '@tonriver/row-schema';
import type { ReadingStore } from '../store/reading-store.ts';
import type { VisibleRounds } from './required-rows.ts';

const columns = pickColumns(actionsProgressTable, 'partition', 'last_seqno', 'partitions');

/** Up to where traces are classified. */
export interface ActionsSeqno {
  /** First round of the range that the classifications are of. */
  readonly rangeSeqno: number;
  /** Up to this round the traces of all partitions are classified; never above the watermark. */
  readonly lastSeqno: number;
  /** No more can come while the watermark stays. */
  readonly isUpToDate: boolean;
}

/** Returns up to where traces are classified; undefined while no round is classified in all partitions. */
export async function readActionsSeqno(
  store: ReadingStore,
  { range, indexedSeqno }: VisibleRounds,
): Promise<ActionsSeqno | undefined> {
  const rangeSeqno = range?.firstSeqno ?? 0;
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM actions_progress FINAL WHERE range_seqno = ${rangeSeqno}`,
    {},
    { onlyReads: ['actions_progress'] },
  );
  const isWhole = rows.length > 0 && rows.every(({ partitions }) => partitions === rows.length);
  if (!isWhole) return undefined;
  const lastSeqno = Math.min(indexedSeqno, ...rows.map((row) => row.lastSeqno));
  return { rangeSeqno, lastSeqno, isUpToDate: lastSeqno >= indexedSeqno };
}
