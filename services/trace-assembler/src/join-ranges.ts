import { type AssembledRange, loadStoredRounds } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Logger } from '@tonriver/logger';
import { columnsSql, pickColumns, roundsTable } from '@tonriver/row-schema';
import { assembleRound } from '@tonriver/traces';
import { forgetTraces } from './forget-traces.ts';
import { publishTraces, type TracesOfRound, type TracesOutput } from './publish-traces.ts';
import { addTraceRows, addWatermarkRows, createPassRows } from './round-rows.ts';
import { writePassRows } from './write-pass-rows.ts';

export interface JoinDependencies {
  readonly store: ClickHouseStore;
  readonly logger: Logger;
  readonly output: TracesOutput;
}

/** Rounds read back at once. */
const ROUNDS_PER_STEP_MAX = 512;

/** Whether a range has grown into the start of the next, and takes over its rounds. */
export function isJoining(earlier: AssembledRange, later: AssembledRange | undefined): later is AssembledRange {
  return later !== undefined && later.first <= earlier.last + 1;
}

/** Whether any range takes over the rounds of another. */
export function isAnyJoining(ranges: readonly AssembledRange[]): boolean {
  return ranges.some((range, index) => isJoining(range, ranges[index + 1]));
}

/**
 * Makes one step of joining two ranges: assembles some rounds of the later one again, now that the senders before it
 * are known. The later range goes on meanwhile. Both are in the snapshot, and `earlier.last` says how far the join is,
 * so a process that is killed goes on there.
 *
 * @returns how many rounds were assembled, and whether the join is done
 */
export async function joinSome(
  { store, logger, output }: JoinDependencies,
  earlier: AssembledRange,
  later: AssembledRange,
  transactionsMax: number,
): Promise<{ readonly roundCount: number; readonly isDone: boolean }> {
  const first = earlier.last + 1;
  if (first === later.first) {
    logger.info('Two ranges grew together', { first: earlier.first, join: later.first, last: later.last });
  }
  if (earlier.last < later.last) {
    const last = await lastOfStep(store, first, later.last, transactionsMax);
    const rows = createPassRows();
    const published: TracesOfRound[] = [];
    for (const { seqno, transactions } of await loadStoredRounds(store, { first, last })) {
      const assembled = assembleRound(earlier.state, seqno, transactions);
      addTraceRows(rows, earlier, seqno, assembled);
      published.push({ round: seqno, range: earlier.first, traces: assembled.traces });
    }
    await writePassRows(store, rows);
    await publishTraces(output, published);
    earlier.last = last;
  }
  const roundCount = earlier.last - first + 1;
  if (earlier.last < later.last) return { roundCount, isDone: false };
  await forgetTraces(store, [...later.starts]);
  for (const start of later.starts) earlier.starts.add(start);
  const rows = createPassRows();
  addWatermarkRows(rows, earlier);
  await writePassRows(store, rows);
  return { roundCount, isDone: true };
}

const columns = pickColumns(roundsTable, 'mc_block_seqno', 'transaction_count');

/** Returns the last round of a step: the step has at most so many transactions, and at least one round. */
async function lastOfStep(
  store: ClickHouseStore,
  first: number,
  end: number,
  transactionsMax: number,
): Promise<number> {
  const farthest = Math.min(end, first + ROUNDS_PER_STEP_MAX - 1);
  const rounds = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM rounds FINAL
     WHERE mc_block_seqno BETWEEN {first:UInt32} AND {farthest:UInt32} ORDER BY mc_block_seqno`,
    { first, farthest },
  );
  let transactionCount = 0;
  for (const round of rounds) {
    transactionCount += round.transactionCount;
    if (transactionCount > transactionsMax) return Math.max(first, round.mcBlockSeqno - 1);
  }
  return farthest;
}
