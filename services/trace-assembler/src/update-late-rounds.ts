import type { AssembledRange } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Logger } from '@tonriver/logger';
import { columnsSql, type RoundRow, roundsTable } from '@tonriver/row-schema';
import { forgetTraces } from './forget-traces.ts';
import { type LateRound, type LateRounds, rangesOf } from './late-rounds.ts';
import { readRoundRows } from './read-round-rows.ts';
import { addWatermarkRows, createPassRows, markedRow } from './round-rows.ts';
import { writePassRows } from './write-pass-rows.ts';

/** Rounds of one pass. */
const ROUNDS_PER_PASS_MAX = 128;
/** How often a round is looked at whose announced rows cannot be read: about a minute. */
const LOOKS_MAX = 120;

export interface LateRoundsDependencies {
  readonly store: ClickHouseStore;
  readonly logger: Logger;
  readonly lateRounds: LateRounds;
}

/**
 * Brings the rows of assembled rounds up to date that were announced again. A round waits until what was announced can
 * be read: a replica may be behind.
 *
 * @returns whether more of them wait
 */
export async function updateLateRounds(
  { store, logger, lateRounds }: LateRoundsDependencies,
  ranges: readonly AssembledRange[],
): Promise<boolean> {
  const late = lateRounds.first(ROUNDS_PER_PASS_MAX);
  if (late.length === 0) return false;
  const rows = createPassRows();
  const { changed, unread } = await compareRows(store, late);
  for (const row of changed) rows.rounds.add(row);
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
  lateRounds.forget(late.filter((round) => !unread.has(round.seqno)));
  for (const round of late) {
    if (!unread.has(round.seqno) || lateRounds.postpone(round) < LOOKS_MAX) continue;
    lateRounds.forget([round]);
    logger.error('A round was announced again with rows that are not there; its row stays as it is', {
      round: round.seqno,
      rowVersion: round.rowVersion,
    });
  }
  return lateRounds.size > unread.size;
}

interface ComparedRounds {
  /** The rows of rounds that are not stored as they should be. */
  readonly changed: readonly RoundRow[];
  /** Rounds whose announced blocks cannot be read yet. */
  readonly unread: ReadonlySet<number>;
}

async function compareRows(store: ClickHouseStore, late: readonly LateRound[]): Promise<ComparedRounds> {
  const stored = await store.select(
    roundsTable.columns,
    `SELECT ${columnsSql(roundsTable.columns)} FROM rounds FINAL
     WHERE (mc_block_seqno) IN (${late.map(({ seqno }) => `(${seqno})`).join(', ')})`,
  );
  const announced = new Map(late.map((round) => [round.seqno, round]));
  const isStart = ({ mcBlockSeqno, isRangeStart }: RoundRow): boolean =>
    isRangeStart || announced.get(mcBlockSeqno)?.isRangeStart === true;
  const current = await readRoundRows(
    store,
    new Map(stored.map((row) => [row.mcBlockSeqno, { isRangeStart: isStart(row) }])),
  );
  const changed: RoundRow[] = [];
  const unread = new Set(announced.keys());
  for (const row of stored) {
    const now = current.get(row.mcBlockSeqno);
    const { rowVersion: version = 0 } = announced.get(row.mcBlockSeqno) ?? {};
    if (now === undefined || now.rowVersion < version) continue;
    unread.delete(row.mcBlockSeqno);
    // Rows that are newer than announced may not be whole yet: their own announcement comes when they are.
    const wanted = isVersionOf(now, version) ? now : markedRow(row, isStart(row));
    if (!isSameRow(row, wanted)) changed.push(wanted);
  }
  return { changed, unread };
}

/** Whether a row is of this version; the mark of a start may have added 1. */
function isVersionOf({ rowVersion }: RoundRow, version: number): boolean {
  return rowVersion - version <= 1;
}

function isSameRow(left: RoundRow, right: RoundRow): boolean {
  return (Object.keys(right) as (keyof RoundRow)[]).every((property) => left[property] === right[property]);
}
