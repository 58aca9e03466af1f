import {
  blockKeyText,
  HoleError,
  isInRange,
  type MessagePlace,
  transactionKeyText,
  type VisibleRounds,
} from '@tonriver/chain-reader';
import { columnsSql, messagesTable, pickColumns } from '@tonriver/row-schema';
import { conditionOf, type IndexPath } from './index-paths.ts';
import type { MessageHead, Queries } from './message-heads.ts';
import type { MessagesRequest } from './query.ts';
import { inBlocks, spanOfRequest } from './walk-blocks.ts';

const lostColumns = pickColumns(messagesTable, 'workchain', 'account', 'lt');
const placeColumns = pickColumns(messagesTable, 'workchain', 'lt', 'direction', 'position');
const IDENTITY = 'workchain, account, lt, direction, position';
const TRANSACTION = 'workchain, account, lt';

/**
 * Checks a page that was found through an index, or through blocks: between its first and its last message nothing is
 * missing that the way to them names. Without that, a lost row would make a page shorter, and nobody would notice. A
 * page that is not full was found among all rows of the way, and all are checked.
 *
 * @param path undefined: all messages of blocks were tried
 * @throws {HoleError} when a row of a complete round is missing
 */
export async function checkPage(
  queries: Queries,
  request: MessagesRequest,
  path: IndexPath | undefined,
  heads: readonly MessageHead[],
  visible: VisibleRounds,
): Promise<void> {
  const lts = heads.length === request.page.limit ? endsOf(heads) : undefined;
  if (path === undefined) {
    const span = lts === undefined ? spanOfRequest(request) : [`end_lt >= ${lts.first}`, `start_lt <= ${lts.last}`];
    await checkTransactions(queries, inBlocks(span), visible);
    return;
  }
  const span = lts === undefined ? [] : [`lt BETWEEN ${lts.first} AND ${lts.last}`];
  if (path.table !== 'messages') await checkLedRows(queries, path, span, visible);
  else await checkTransactions(queries, [path.account, ...span].join(' AND '), visible);
}

/** The logical times of the first and the last transaction of a page; undefined when it is empty. */
export function endsOf(heads: readonly MessageHead[]): { readonly first: bigint; readonly last: bigint } | undefined {
  const [head, ...others] = heads.map(({ lt }) => lt);
  if (head === undefined) return undefined;
  return {
    first: others.reduce((low, lt) => (lt < low ? lt : low), head),
    last: others.reduce((high, lt) => (lt > high ? lt : high), head),
  };
}

/** Checks that every row of an index leads to a row of `messages`. */
async function checkLedRows(
  queries: Queries,
  path: IndexPath,
  span: readonly string[],
  visible: VisibleRounds,
): Promise<void> {
  const { table, begin } = path;
  if (visible.range === undefined) return;
  await failOnRow(
    queries,
    table,
    `SELECT ${columnsSql(lostColumns)} FROM ${table} WHERE ${[begin, ...span, inRange(visible.range)].join(' AND ')}
     AND (${IDENTITY}) NOT IN (SELECT ${IDENTITY} FROM messages WHERE ${conditionOf(path, span)}) LIMIT 1`,
  );
}

/** Checks that transactions have the messages that their own rows tell of. `condition` is about their keys. */
async function checkTransactions(queries: Queries, condition: string, { range }: VisibleRounds): Promise<void> {
  if (range === undefined) return;
  const told = `SELECT ${TRANSACTION}, argMax(out_msg_count, row_version) AS sent,
      argMax(isNotNull(in_msg_hash), row_version) AS received
    FROM transactions WHERE ${condition} AND ${inRange(range)} GROUP BY ${TRANSACTION}`;
  const stored = `SELECT ${TRANSACTION}, uniqExactIf(position, direction = 'out') AS sent_rows,
      countIf(direction = 'in') AS received_rows
    FROM messages WHERE ${condition} GROUP BY ${TRANSACTION}`;
  await failOnRow(
    queries,
    'transactions',
    `SELECT ${columnsSql(lostColumns)} FROM (${told}) AS told LEFT JOIN (${stored}) AS stored USING (${TRANSACTION})
     WHERE sent > sent_rows OR (received AND received_rows = 0) LIMIT 1`,
  );
}

/**
 * Checks that there is a message at every place of the hashes that are asked for. It may be another message, because a
 * place has only the beginning of a hash.
 *
 * @throws {HoleError} when a row of a complete round is missing
 */
export async function checkPlaces(
  { stores, walking }: Queries,
  places: readonly MessagePlace[],
  condition: string,
  visible: VisibleRounds,
): Promise<void> {
  const rows = await walking.run(
    () =>
      stores.gated.select(placeColumns, `SELECT DISTINCT ${columnsSql(placeColumns)} FROM messages WHERE ${condition}`),
    places.length,
  );
  const keyOf = ({ workchain, lt, direction, position }: (typeof rows)[number]): string =>
    [workchain, lt, direction, position].join();
  const stored = new Set(rows.map(keyOf));
  const lost = places.find((place) => isInRange(visible, place.mcBlockSeqno ?? undefined) && !stored.has(keyOf(place)));
  if (lost !== undefined) {
    throw new HoleError({ table: 'messages', requiredBy: 'message_places', key: `${blockKeyText(lost)}:${lost.lt}` });
  }
}

async function failOnRow({ stores, walking }: Queries, requiredBy: string, sql: string): Promise<void> {
  const [lost] = await walking.run(() => stores.gated.select(lostColumns, sql), 1);
  if (lost !== undefined) throw new HoleError({ table: 'messages', requiredBy, key: transactionKeyText(lost) });
}

/** The condition for rows of the rounds of a range. */
export function inRange({ firstSeqno, lastSeqno }: NonNullable<VisibleRounds['range']>): string {
  return `mc_block_seqno BETWEEN ${firstSeqno} AND ${lastSeqno}`;
}
