import { columnsSql, pickColumns, roundsTable } from '@tonriver/row-schema';
import { firstRoundWhere } from './round-ends.ts';
import type { Search } from './request.ts';
import type { LtSpan } from './span.ts';

/** Some rounds, in the order in which they are walked. */
interface WalkedRounds {
  readonly seqnos: readonly number[];
  /** No round is left that could have what is searched. */
  readonly isLast: boolean;
}

const columns = pickColumns(roundsTable, 'mc_block_seqno');

/** Rounds of the first step. Each step takes twice as many, up to those that are stored together. */
const FIRST_STEP = 4;
const STEP_MAX = 32;

/**
 * Yields the rounds that may have transactions of a span, newest first or oldest first: those of the range that ends at
 * the watermark, and complete ones before it.
 */
export async function* walkedRounds(search: Search, span: LtSpan): AsyncGenerator<WalkedRounds> {
  const { request, visible } = search;
  const { range } = visible;
  if (range === undefined) return;
  const [first, last] = await Promise.all([firstOf(search, span), lastOf(search, span)]);
  const ofRange = inSteps(first ?? range.lastSeqno + 1, last ?? range.lastSeqno, request.order);
  // If the span does not begin after the first round, it may begin before the range.
  const older = first === range.firstSeqno ? olderRounds(search, span) : none();
  const steps = request.order === 'asc' ? [older, ofRange] : [ofRange, older];
  let waiting: readonly number[] | undefined;
  for (const some of steps) {
    for await (const seqnos of some) {
      if (waiting !== undefined) yield { seqnos: waiting, isLast: false };
      waiting = seqnos;
    }
  }
  if (waiting !== undefined) yield { seqnos: waiting, isLast: true };
}

/** Returns the first round of the range that may have what is searched; undefined if none has. */
async function firstOf(
  { reader, request, visible: { range } }: Search,
  { ltMin }: LtSpan,
): Promise<number | undefined> {
  const { start_utime: start } = request.filters;
  if (range === undefined || (ltMin === undefined && start === undefined)) return range?.firstSeqno;
  const found = await firstRoundWhere(
    reader,
    range,
    ({ endLt, genUtime }) => (ltMin === undefined || endLt >= ltMin) && (start === undefined || genUtime >= start),
  );
  return found?.seqno;
}

/** Returns the first round of the range after which nothing is left; undefined if it is not known to be there yet. */
async function lastOf({ reader, request, visible: { range } }: Search, { ltMax }: LtSpan): Promise<number | undefined> {
  const { end_utime: end } = request.filters;
  if (range === undefined || (ltMax === undefined && end === undefined)) return undefined;
  const found = await firstRoundWhere(
    reader,
    range,
    ({ settledLt, settledUtime }) =>
      (ltMax !== undefined && settledLt >= ltMax) || (end !== undefined && settledUtime > end),
  );
  return found?.seqno;
}

async function* inSteps(first: number, last: number, order: 'asc' | 'desc'): AsyncGenerator<readonly number[]> {
  const count = last - first + 1;
  for (let done = 0, step = FIRST_STEP; done < count; done += step, step = Math.min(2 * step, STEP_MAX)) {
    yield Array.from({ length: Math.min(step, count - done) }, (_, index) =>
      order === 'asc' ? first + done + index : last - done - index,
    );
  }
}

/** Yields complete rounds before the range. There are gaps between them, so they are listed. */
async function* olderRounds(
  { reader, request: { order, filters }, visible: { range } }: Search,
  { ltMin, ltMax }: LtSpan,
): AsyncGenerator<readonly number[]> {
  const end = range?.firstSeqno ?? 0;
  const conditions = [`mc_block_seqno < ${end}`];
  if (ltMin !== undefined) conditions.push(`end_lt >= ${ltMin}`);
  if (ltMax !== undefined) conditions.push(`start_lt <= ${ltMax}`);
  if (filters.start_utime !== undefined) conditions.push(`gen_utime >= ${filters.start_utime}`);
  for (let at: number | undefined; ; ) {
    const left = at === undefined ? [] : [`mc_block_seqno ${order === 'asc' ? '>' : '<'} ${at}`];
    const rows = await reader.stores.gated.select(
      columns,
      `SELECT DISTINCT ${columnsSql(columns)} FROM rounds WHERE ${[...conditions, ...left].join(' AND ')}
       ORDER BY mc_block_seqno ${order === 'asc' ? 'ASC' : 'DESC'} LIMIT ${STEP_MAX}`,
    );
    if (rows.length > 0) yield rows.map(({ mcBlockSeqno }) => mcBlockSeqno);
    if (rows.length < STEP_MAX) return;
    at = rows.at(-1)?.mcBlockSeqno;
  }
}

async function* none(): AsyncGenerator<readonly number[]> {}
