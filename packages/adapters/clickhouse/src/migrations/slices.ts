import type { ClickHouseStore } from '../store/click-house-store.ts';
import type { SlicedTable } from './migrations.ts';

/** A statement that copies so many rows ends long before the limit of its time. */
const ROWS_PER_SLICE = 10_000_000;
const SLICES_MAX = 65_536;

/**
 * Returns conditions that divide the rows of a table by the first bytes of a column of hashes into parts of about equal
 * size.
 */
export async function planSlices(store: ClickHouseStore, { table, by }: SlicedTable): Promise<readonly string[]> {
  const [counted] = await store.query<{ readonly rows: string }>(`SELECT count() AS rows FROM ${table}`);
  const rows = Number(counted?.rows ?? 0);
  let count = 1;
  while (count < SLICES_MAX && count * ROWS_PER_SLICE < rows) count *= 2;
  const step = SLICES_MAX / count;
  const bound = (slice: number): string =>
    `toFixedString(unhex('${(slice * step).toString(16).padStart(4, '0')}'), 32)`;
  return Array.from({ length: count }, (_, slice) => {
    const from = slice === 0 ? 'true' : `${by} >= ${bound(slice)}`;
    return slice === count - 1 ? from : `${from} AND ${by} < ${bound(slice + 1)}`;
  });
}
