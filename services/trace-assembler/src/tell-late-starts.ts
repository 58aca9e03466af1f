import type { AssembledRange } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, roundsTable } from '@tonriver/row-schema';
import { forgetTraces } from './forget-traces.ts';
import { type LateStarts, rangesOf } from './late-starts.ts';
import { addWatermarkRows, createPassRows, versionOfRound } from './round-rows.ts';
import { writePassRows } from './write-pass-rows.ts';

/** Writes that assembled rounds begin a range, where that was announced only after they were assembled. */
export async function tellLateStarts(
  { store, lateStarts }: { readonly store: ClickHouseStore; readonly lateStarts: LateStarts },
  ranges: readonly AssembledRange[],
): Promise<void> {
  const told = lateStarts.all();
  if (told.length === 0) return;
  const rows = createPassRows();
  const stored = await store.select(
    roundsTable.columns,
    `SELECT ${columnsSql(roundsTable.columns)} FROM rounds FINAL WHERE has({seqnos:Array(UInt32)}, mc_block_seqno)`,
    { seqnos: told },
  );
  for (const row of stored) {
    rows.rounds.add({ ...row, isRangeStart: true, rowVersion: versionOfRound(row.rowVersion, true) });
  }
  for (const round of told) for (const range of rangesOf(ranges, round)) range.starts.add(round);
  for (const range of ranges) if (range.first <= range.last) addWatermarkRows(rows, range);
  await writePassRows(store, rows);
  // Also for starts that this process has no range for: one that died before its snapshot may have written the traces.
  const passed = told.filter((round) => !ranges.some(({ first }) => first === round));
  await forgetTraces(store, passed);
  lateStarts.forget(told);
}
