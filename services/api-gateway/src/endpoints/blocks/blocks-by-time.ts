import { blocksTable, columnsSql, pickColumns, roundsTable } from '@tonriver/row-schema';
import type { BlockKey } from '@tonriver/chain-reader';
import type { Refuse } from '../../dialects/refuse.ts';
import { keyColumns, shardConditions } from './block-keys.ts';
import type { BlocksRequest } from './query.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** The most short rows that one attempt reads. Whole rows are read for the page only. */
const ROWS_MAX = 200_000;
const TOO_MANY_ROWS =
  `offset is too large or filters are too broad: more than ${ROWS_MAX} blocks would have to be looked at; ` +
  'start_utime and end_utime narrow them';

/** The factor by which each attempt covers more rounds than the one before, which did not fill the page. */
const REACH_GROWTH = 8;
/** Rounds that are read without counting their blocks first. */
const SMALL_REACH = 1_000;
/** The most rounds of an attempt: more than there are seqnos. */
const REACH_MAX = 2 ** 32;

const roundColumns = pickColumns(roundsTable, 'mc_block_seqno', 'gen_utime');
const seqnoColumns = pickColumns(blocksTable, 'seqno');

type Queries = Pick<AnswerReader, 'stores' | 'walking'>;

/**
 * Returns the keys of one page in order of generation time, from spans of it that begin at the newest (or oldest)
 * block that is asked for. So a span has all blocks before its end in the order, and a page that is full within it is
 * right.
 *
 * In `blocks`, generation time and lt grow along each shard, and the spans of both are indexed: a span is a few
 * granules of each shard, wherever it lies. Its end is the time of the round that is about as many rounds away as the
 * page needs.
 *
 * @throws {GatewayError} `bad_request` when more than `rowsMax` short rows would be read
 */
export async function blocksByTime(
  queries: Queries,
  request: BlocksRequest,
  indexedSeqno: number,
  refuse: Refuse,
  rowsMax: number = ROWS_MAX,
): Promise<readonly BlockKey[]> {
  const { limit, offset } = request.page;
  const wantedCount = offset + limit;
  if (wantedCount > rowsMax) throw refuse(TOO_MANY_ROWS);
  const span = { queries, request, indexedSeqno, conditions: conditionsOf(request), rowsMax };
  const begin = await beginOf(span);
  // Nothing is known of the filters yet: half as many rounds have enough blocks, if most match.
  const firstReach = Math.ceil(wantedCount / 2) + 1;
  const first = await attempt(span, begin, firstReach);
  if (isDone(first, limit)) return first.keys;
  // Those that match may be few, and far from each other.
  const everything = { ...span, bound: undefined };
  if (!first.isTooLarge && (await countRows(everything)) <= rowsMax) return await readPage(everything);
  let [short, reach] = first.isTooLarge ? [0, firstReach] : [firstReach, firstReach * REACH_GROWTH];
  let last = first;
  while (!isDone(last, limit)) {
    if (last.isTooLarge && reach - short <= 1) throw refuse(TOO_MANY_ROWS);
    if (last.isTooLarge) reach = short + Math.ceil((reach - short) / 2);
    last = await attempt(span, begin, Math.min(reach, REACH_MAX));
    if (!last.isTooLarge) [short, reach] = [reach, reach * REACH_GROWTH];
  }
  return last.keys;
}

/** Tells whether the page of an attempt is right: it is full, or there is no more. */
function isDone({ keys, isWhole }: Attempt, limit: number): boolean {
  return isWhole || keys.length === limit;
}

interface Span {
  readonly queries: Queries;
  readonly request: BlocksRequest;
  readonly indexedSeqno: number;
  readonly conditions: readonly string[];
  readonly rowsMax: number;
}

/** A span up to a generation time; undefined: all that match. */
interface BoundedSpan extends Span {
  readonly bound: number | undefined;
}

interface Attempt {
  readonly keys: readonly BlockKey[];
  /** The span had all blocks that match. */
  readonly isWhole: boolean;
  readonly isTooLarge: boolean;
}

/** Reads the page in the span of so many rounds, unless that has too many rows. */
async function attempt(span: Span, begin: number | undefined, reach: number): Promise<Attempt> {
  const bound = begin === undefined ? undefined : await timeOfRound(span, begin, reach);
  const bounded = { ...span, bound };
  const isSmall = bound !== undefined && reach <= SMALL_REACH;
  if (!isSmall && (await countRows(bounded)) > span.rowsMax) return { keys: [], isWhole: false, isTooLarge: true };
  return { keys: await readPage(bounded), isWhole: bound === undefined, isTooLarge: false };
}

/** Counts the rows of a span, up to one more than are allowed. */
async function countRows(span: BoundedSpan): Promise<number> {
  const { stores, walking } = span.queries;
  const [row] = await walking.run(
    () =>
      stores.gated.select(
        seqnoColumns,
        `SELECT toUInt32(count()) AS seqno FROM (SELECT 1 FROM blocks WHERE ${whereOf(span)} LIMIT ${span.rowsMax + 1})`,
      ),
    span.request.page.limit,
  );
  return row?.seqno ?? 0;
}

async function readPage(span: BoundedSpan): Promise<readonly BlockKey[]> {
  const { queries, request, indexedSeqno } = span;
  const { limit, offset } = request.page;
  const [forward, backward] = request.order === 'asc' ? ['ASC', 'DESC'] : ['DESC', 'ASC'];
  const identity = 'workchain, shard, seqno';
  const newest = `SELECT ${identity}, gen_utime, mc_block_seqno FROM blocks WHERE ${whereOf(span)}
    ORDER BY ${identity}, row_version DESC LIMIT 1 BY ${identity}`;
  return await queries.walking.run(
    () =>
      queries.stores.gated.select(
        keyColumns,
        `SELECT ${columnsSql(keyColumns)} FROM (${newest})
         WHERE mc_block_seqno IS NOT NULL AND mc_block_seqno <= ${indexedSeqno}
         ORDER BY gen_utime ${forward}, workchain ${backward}, shard ${forward}, seqno ${forward}
         LIMIT ${limit} OFFSET ${offset}`,
      ),
    offset + limit,
  );
}

/** Returns the round at which the blocks that are asked for begin, about. Undefined when there is none. */
async function beginOf({ queries, request, indexedSeqno }: Span): Promise<number | undefined> {
  const { start_utime: startUtime, end_utime: endUtime, start_lt: startLt, end_lt: endLt } = request.filters;
  const conditions = [`mc_block_seqno <= ${indexedSeqno}`];
  if (request.order === 'desc') {
    if (endUtime === undefined && endLt === undefined) return indexedSeqno;
    if (endUtime !== undefined) conditions.push(`gen_utime <= ${endUtime}`);
    if (endLt !== undefined) conditions.push(`start_lt <= ${endLt}`);
  } else {
    if (startUtime !== undefined) conditions.push(`gen_utime >= ${startUtime}`);
    if (startLt !== undefined) conditions.push(`end_lt >= ${startLt}`);
  }
  const [round] = await queries.stores.gated.select(
    roundColumns,
    `SELECT ${columnsSql(roundColumns)} FROM rounds WHERE ${conditions.join(' AND ')}
     ORDER BY mc_block_seqno ${request.order} LIMIT 1`,
  );
  return round?.mcBlockSeqno;
}

/** Returns the generation time of the round that is so many rounds from one; undefined behind the last one. */
async function timeOfRound({ queries, request }: Span, begin: number, reach: number): Promise<number | undefined> {
  const condition =
    request.order === 'asc' ? `mc_block_seqno >= ${begin + reach}` : `mc_block_seqno <= ${begin - reach}`;
  const [round] = await queries.stores.gated.select(
    roundColumns,
    `SELECT ${columnsSql(roundColumns)} FROM rounds WHERE ${condition} ORDER BY mc_block_seqno ${request.order} LIMIT 1`,
  );
  return round?.genUtime;
}

function whereOf({ conditions, request, bound }: BoundedSpan): string {
  const span = bound === undefined ? [] : [`gen_utime ${request.order === 'asc' ? '<=' : '>='} ${bound}`];
  const all = [...conditions, ...span];
  return all.length === 0 ? '1' : all.join(' AND ');
}

function conditionsOf({ filters }: BlocksRequest): readonly string[] {
  const { start_utime: startUtime, end_utime: endUtime, start_lt: startLt, end_lt: endLt } = filters;
  return [
    ...shardConditions(filters),
    ...(startUtime === undefined ? [] : [`gen_utime >= ${startUtime}`]),
    ...(endUtime === undefined ? [] : [`gen_utime <= ${endUtime}`]),
    ...(startLt === undefined ? [] : [`start_lt >= ${startLt}`]),
    ...(endLt === undefined ? [] : [`start_lt <= ${endLt}`]),
  ];
}
