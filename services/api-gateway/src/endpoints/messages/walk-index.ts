import { opcodesTable, pickColumns } from '@tonriver/row-schema';
import { conditionOf, type IndexPath } from './index-paths.ts';
import { type MessageHead, type Queries, readHeads } from './message-heads.ts';
import type { MessagesRequest } from './query.ts';
import type { Refuse } from '../../dialects/refuse.ts';
import { tooManyMessages } from './refusals.ts';

/** The most by which a message is later than its transaction: keys of its dictionary of messages have 15 bits. */
const CREATED_AFTER_MAX = 2n ** 15n;
/** Extra rows, because a message may have two, and of versions that are not merged yet. */
const SPARE_ROWS = 64;
const REACH_GROWTH = 4;

const countColumns = pickColumns(opcodesTable, 'lt');

/**
 * Returns one page of messages through an index. If the index has few rows, all are read: then order and depth cost
 * nothing. So are more, up to `rowsMax`, where the order of the page is not that of the index. Otherwise spans of lt
 * are read that begin at the end that is asked for, each larger than the one before, until all messages of the page are
 * surely among the rows. `undefined` for an order by time of too many rows: the index does not have it.
 *
 * Newest first, a message has its rows at the lt of its transactions: at most 2^15 before it, or after it. Oldest
 * first, only the row at the sender bounds it, so without senders all rows must be read.
 *
 * @throws {GatewayError} `bad_request` when more than `rowsMax` rows would be needed
 */
export async function walkIndex(
  queries: Queries,
  request: MessagesRequest,
  indexedSeqno: number,
  path: IndexPath,
  refuse: Refuse,
): Promise<readonly MessageHead[] | undefined> {
  const { filters, order, isByTime, page } = request;
  const { start_lt: startLt, end_lt: endLt } = filters;
  const above =
    startLt === undefined ? [] : [`lt >= ${startLt > CREATED_AFTER_MAX ? startLt - CREATED_AFTER_MAX : 0n}`];
  const isWalkable = !isByTime && (order === 'desc' || path.hasSenders);
  const wholeMax = isWalkable ? Math.min(path.wholeMax, path.rowsMax) : path.rowsMax;
  const count = await countRows(queries, path, above, wholeMax);
  if (count <= wholeMax) {
    return await readHeads(queries, request, indexedSeqno, { condition: conditionOf(path, above), weight: count });
  }
  if (isByTime) return undefined;
  if (!isWalkable) throw refuse(tooManyMessages(path.rowsMax));
  const span = endLt === undefined || !path.hasSenders ? above : [...above, `lt <= ${endLt}`];
  for (let reach = 2 * (page.offset + page.limit) + SPARE_ROWS; ; reach *= REACH_GROWTH) {
    const rowCount = Math.min(reach, path.rowsMax);
    const bound = await ltAfterRows(queries, path, span, { order, rowCount });
    const margin = path.hasSenders ? CREATED_AFTER_MAX : 0n;
    const [inside, complete] =
      order === 'asc'
        ? [`lt <= ${bound}`, `order_lt <= ${bound}`]
        : [`lt >= ${bound}`, `order_lt >= ${(bound ?? 0n) + margin}`];
    const condition = conditionOf(path, bound === undefined ? span : [...span, inside]);
    const weight = rowCount;
    const heads = await readHeads(
      queries,
      request,
      indexedSeqno,
      bound === undefined ? { condition, weight } : { condition, weight, complete },
    );
    if (bound === undefined || heads.length === page.limit) return heads;
    if (rowCount === path.rowsMax) throw refuse(tooManyMessages(path.rowsMax));
  }
}

/** Counts the rows of an index in a span, up to one more than `rowsMax`. */
async function countRows(
  { stores, walking }: Queries,
  { table, begin }: IndexPath,
  span: readonly string[],
  rowsMax: number,
): Promise<number> {
  const where = [begin, ...span].join(' AND ');
  const [row] = await walking.run(
    () =>
      stores.gated.select(
        countColumns,
        `SELECT count() AS lt FROM (SELECT 1 FROM ${table} WHERE ${where} LIMIT ${rowsMax + 1})`,
      ),
    SPARE_ROWS,
  );
  return Number(row?.lt ?? 0n);
}

/** Returns the lt after so many rows; undefined when there are not more. */
async function ltAfterRows(
  { stores, walking }: Queries,
  { table, begin }: IndexPath,
  span: readonly string[],
  { order, rowCount }: { readonly order: 'asc' | 'desc'; readonly rowCount: number },
): Promise<bigint | undefined> {
  const [row] = await walking.run(
    () =>
      stores.gated.select(
        countColumns,
        `SELECT lt FROM ${table} WHERE ${[begin, ...span].join(' AND ')} ORDER BY lt ${order} LIMIT 1 OFFSET ${rowCount}`,
      ),
    rowCount,
  );
  return row?.lt;
}
