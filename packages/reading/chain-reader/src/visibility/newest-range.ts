import { columnsSql, pickColumns, watermarksTable } from '@tonriver/row-schema';
import type { ReadingStore } from '../store/reading-store.ts';

/** A contiguous range of complete rounds. Its end is the watermark. */
export interface SeqnoRange {
  readonly firstSeqno: number;
  readonly lastSeqno: number;
}

const columns = pickColumns(watermarksTable, 'first_seqno', 'last_seqno');

/** Reads the range with the highest watermark; undefined when no round is complete. */
export async function readNewestRange(store: ReadingStore): Promise<SeqnoRange | undefined> {
  const [range] = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM watermarks ORDER BY last_seqno DESC, first_seqno LIMIT 1`,
    {},
    { onlyReads: ['watermarks'] },
  );
  return range;
}
