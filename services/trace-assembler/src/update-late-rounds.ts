import type { AssembledRange } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, type RoundRow, roundsTable } from '@tonriver/row-schema';
import { forgetTraces } from './forget-traces.ts';
import { type LateRound, type LateRounds, rangesOf } from './late-rounds.ts';
import { readRoundRows } from './read-round-rows.ts';
import { addWatermarkRows, createPassRows } from './round-rows.ts';
import { writePassRows } from './write-pass-rows.ts';

/** Rounds of one pass: the keys of their blocks stand in a query. */
const ROUNDS_PER_PASS_MAX = 128;

/**
 * Brings the rows of assembled rounds up to date that were announced again.
 *
 * @returns whether more of them wait
 */
export async function updateLateRounds(
  { store, lateRounds }: { readonly store: ClickHouseStore; readonly lateRounds: LateRounds },
  ranges: readonly AssembledRange[],
): Promise<boolean> {
  const late = lateRounds.first(ROUNDS_PER_PASS_MAX);
  if (late.length === 0) return false;
  const rows = createPassRows();
  for (const row of await changedRows(store, late)) rows.rounds.add(row);
  const starts = late.filter(
    ({ seqno, isRangeStart }) => isRangeStart && !rangesOf(ranges, seqno).some((range) => range.starts.has(seqno)),
  );
  for (const { seqno } of starts) for (const range of rangesOf(ranges, seqno)) range.starts.add(seqno);
  if (starts.length > 0) {
    for (const range of ranges) if (range.first <= range.last) addWatermarkRows(rows, range);
  }
  await writePassRows(store, rows);
  // Also for starts that this process has no range for: one that died before its snapshot may have written the traces.
  const passed = starts.filter(({ seqno }) => !ranges.some(({ first }) => first === seqno));
  await forgetTraces(
    store,
    passed.map(({ seqno }) => seqno),
  );
  lateRounds.forget(late);
  return lateRounds.size > 0;
}

/** The rows of rounds that are not stored as they should be. */
async function changedRows(store: ClickHouseStore, late: readonly LateRound[]): Promise<readonly RoundRow[]> {
  const stored = await store.select(
    roundsTable.columns,
    `SELECT ${columnsSql(roundsTable.columns)} FROM rounds FINAL
     WHERE (mc_block_seqno) IN (${late.map(({ seqno }) => `(${seqno})`).join(', ')})`,
  );
  const marked = new Map(late.map(({ seqno, isRangeStart }) => [seqno, isRangeStart]));
  const rounds = new Map(
    stored.map(({ mcBlockSeqno: seqno, isRangeStart }) => [
      seqno,
      { isRangeStart: isRangeStart || marked.get(seqno) === true },
    ]),
  );
  const current = await readRoundRows(store, rounds);
  return stored.flatMap((row) => {
    const now = current.get(row.mcBlockSeqno);
    return now === undefined || isSameRow(row, now) ? [] : [now];
  });
}

function isSameRow(left: RoundRow, right: RoundRow): boolean {
  return (Object.keys(right) as (keyof RoundRow)[]).every((property) => left[property] === right[property]);
}
