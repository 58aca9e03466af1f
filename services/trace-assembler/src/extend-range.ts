import type { AssembledRange } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { assembleRound } from '@tonriver/traces';
import type { AnnouncedBlock, AnnouncedRound } from './announced-round.ts';
import { forgetTraces } from './forget-traces.ts';
import type { RoundCollector } from './round-collector.ts';
import { publishTraces, type TracesOfRound, type TracesOutput } from './publish-traces.ts';
import { addTraceRows, addWatermarkRows, createPassRows, roundRow } from './round-rows.ts';
import { writePassRows } from './write-pass-rows.ts';

/** Compares announced blocks with their stored rows, and returns the rounds whose rows are not those announced. */
export type FindMismatchedRounds = (blocks: readonly AnnouncedBlock[]) => Promise<ReadonlySet<number>>;

export interface ExtendRangeDependencies {
  readonly store: ClickHouseStore;
  readonly collector: RoundCollector;
  readonly findMismatchedRounds: FindMismatchedRounds;
  readonly output: TracesOutput;
}

/** The work of a pass. */
export interface AssembledRounds {
  /** Rounds that were assembled and written, for the first time or again. */
  readonly roundCount: number;
  /** Rounds that are announced and whose rows do not match. */
  readonly mismatched: readonly number[];
  /** Whether the next pass has work already. */
  readonly hasMore: boolean;
}

/** Rounds of one pass: bounds the rows of an insert and the time until the next snapshot. */
const ROUNDS_PER_PASS_MAX = 512;

/**
 * Assembles the complete rounds that follow a range and come before `stop`, and writes their rows. Changes the range
 * only after the traces are durable, or together with a failure that ends the process.
 */
export async function extendRange(
  dependencies: ExtendRangeDependencies,
  range: AssembledRange,
  { stop, transactionsMax }: { readonly stop: number; readonly transactionsMax: number },
): Promise<AssembledRounds> {
  const { collector, findMismatchedRounds } = dependencies;
  const following = completeRounds(collector, range.last + 1, { stop, transactionsMax });
  const mismatched = await findMismatchedRounds(following.flatMap(({ blocks }) => blocks));
  const cut = following.findIndex(({ seqno }) => mismatched.has(seqno));
  const rounds = cut === -1 ? following : following.slice(0, cut);
  if (rounds.length > 0) {
    await writeRounds(dependencies, range, rounds);
    for (const { seqno } of rounds) collector.forget(seqno);
  }
  const hasMore = mismatched.size === 0 && collector.complete(range.last + 1) !== undefined;
  return { roundCount: rounds.length, mismatched: [...mismatched], hasMore };
}

/**
 * Returns the complete rounds from one on, without a gap: at least one, if there is one, and no more than a pass may
 * have.
 */
function completeRounds(
  collector: RoundCollector,
  first: number,
  { stop, transactionsMax }: { readonly stop: number; readonly transactionsMax: number },
): readonly AnnouncedRound[] {
  const rounds: AnnouncedRound[] = [];
  let transactionCount = 0;
  for (let seqno = first; seqno < stop; seqno += 1) {
    const round = collector.complete(seqno);
    if (round === undefined || rounds.length === ROUNDS_PER_PASS_MAX || transactionCount >= transactionsMax) break;
    rounds.push(round);
    transactionCount += round.transactions.length;
  }
  return rounds;
}

async function writeRounds(
  { store, output }: Pick<ExtendRangeDependencies, 'store' | 'output'>,
  range: AssembledRange,
  rounds: readonly AnnouncedRound[],
): Promise<void> {
  const rows = createPassRows();
  const passedStarts: number[] = [];
  const published: TracesOfRound[] = [];
  for (const round of rounds) {
    const assembled = assembleRound(range.state, round.seqno, round.transactions);
    addTraceRows(rows, range, round.seqno, assembled);
    published.push({ round: round.seqno, range: range.first, traces: assembled.traces });
    rows.rounds.add(roundRow(round.seqno, round.isRangeStart, round.blocks));
    if (round.isRangeStart) range.starts.add(round.seqno);
    if (round.isRangeStart && round.seqno !== range.first) passedStarts.push(round.seqno);
    range.last = round.seqno;
  }
  addWatermarkRows(rows, range);
  await writePassRows(store, rows);
  await publishTraces(output, published);
  await forgetTraces(store, passedStarts);
}
