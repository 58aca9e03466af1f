import { hashWindows } from '../hash-windows.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';
import type { SlicedTable } from './migrations.ts';

/** A statement that copies so many rows ends long before the limit of its time. */
const ROWS_PER_SLICE = 10_000_000;

/** Returns conditions that divide the rows of a table into slices of about equal size. */
export async function planSlices(store: ClickHouseStore, { table, by }: SlicedTable): Promise<readonly string[]> {
  const [counted] = await store.query<{ readonly rows: string }>(`SELECT count() AS rows FROM ${table}`);
  const windows = hashWindows({ rowCount: Number(counted?.rows ?? 0), rowsPerWindow: ROWS_PER_SLICE });
  return windows.map((window) => window(by));
}
