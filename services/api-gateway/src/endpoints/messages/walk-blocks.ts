import { blocksTable, columnsSql, pickColumns, type RowOf, roundsTable } from '@tonriver/row-schema';
import { type MessageHead, type Queries, readHeads } from './message-heads.ts';
import type { MessagesRequest } from './query.ts';
import type { Refuse } from '../../dialects/refuse.ts';
import { tooManyTransactions } from './refusals.ts';

/** The most transactions whose messages are tried. */
const TRANSACTIONS_MAX = 5_000;
/** The rounds that are looked through for spans. Each has at least one transaction, in a real chain three. */
const ROUNDS_MAX = 2 * TRANSACTIONS_MAX;
const REACH_GROWTH = 4;

const roundColumns = pickColumns(roundsTable, 'mc_block_seqno', 'start_lt', 'end_lt', 'gen_utime', 'transaction_count');
const countColumns = pickColumns(blocksTable, 'end_lt');

type Round = RowOf<typeof roundColumns>;

/**
 * Returns one page of messages by trying all of some blocks, where no filter has an index: spans of lt, or of time when
 * the order is by time, that begin at the end that is asked for and grow until the page is full.
 *
 * A message has the time of the block of its sender, and its lt lies in that block. So a span of blocks has all
 * messages of that span, if those at the sender count. If only those at the receiver do (`direction=in`), which may be
 * much later, then no span is bounded above.
 *
 * A page at some depth costs as much as all messages before it, because nothing but the transactions tells how many
 * there are.
 *
 * @throws {GatewayError} `bad_request` when more than `TRANSACTIONS_MAX` transactions would be needed
 */
export async function walkBlocks(
  queries: Queries,
  request: MessagesRequest,
  indexedSeqno: number,
  refuse: Refuse,
): Promise<readonly MessageHead[]> {
  const { order, page } = request;
  const isBoundedAbove = isBoundedAboveIn(request);
  const span = spanOfRequest(request);
  const readAll = async (): Promise<readonly MessageHead[]> => {
    const weight = await countTransactions(queries, span);
    if (weight > TRANSACTIONS_MAX) throw refuse(tooManyTransactions(TRANSACTIONS_MAX));
    return await readHeads(queries, request, indexedSeqno, { condition: inBlocks(span), weight });
  };
  if (order === 'asc' && !isBoundedAbove) return await readAll();
  const rounds = await roundsFrom(queries, request, indexedSeqno, isBoundedAbove);
  for (let wanted = page.offset + page.limit; ; wanted *= REACH_GROWTH) {
    const last = roundAfter(rounds, wanted);
    if (last === undefined) return await readAll();
    const { inside, complete } = boundAt(last, request);
    const weight = await countTransactions(queries, [...span, inside]);
    if (weight > TRANSACTIONS_MAX) throw refuse(tooManyTransactions(TRANSACTIONS_MAX));
    const condition = inBlocks([...span, inside]);
    const heads = await readHeads(queries, request, indexedSeqno, { condition, weight, complete });
    if (heads.length === page.limit) return heads;
  }
}

function isBoundedAboveIn({ filters }: MessagesRequest): boolean {
  return filters.direction !== 'in';
}

/** The bounds that the filters give, as conditions on blocks. */
export function spanOfRequest(request: MessagesRequest): readonly string[] {
  const { filters } = request;
  const isBoundedAbove = isBoundedAboveIn(request);
  const { start_utime: startUtime, end_utime: endUtime, start_lt: startLt, end_lt: endLt } = filters;
  return [
    ...(startLt === undefined ? [] : [`end_lt >= ${startLt}`]),
    ...(startUtime === undefined ? [] : [`gen_utime >= ${startUtime}`]),
    ...(endLt === undefined || !isBoundedAbove ? [] : [`start_lt <= ${endLt}`]),
    ...(endUtime === undefined || !isBoundedAbove ? [] : [`gen_utime <= ${endUtime}`]),
  ];
}

/** The bound of a span that ends at a round, and which messages are all in it. */
function boundAt(
  { startLt, endLt, genUtime }: Round,
  { order, isByTime }: MessagesRequest,
): { readonly inside: string; readonly complete: string } {
  if (isByTime) {
    const sign = order === 'asc' ? '<=' : '>=';
    return { inside: `gen_utime ${sign} ${genUtime}`, complete: `created_at ${sign} ${genUtime}` };
  }
  return order === 'asc'
    ? { inside: `start_lt <= ${endLt}`, complete: `order_lt <= ${endLt}` }
    : { inside: `end_lt >= ${startLt}`, complete: `order_lt >= ${startLt}` };
}

/** Returns rounds from about where the messages begin that are asked for, in the order of the request. */
async function roundsFrom(
  { stores }: Queries,
  { order, filters }: MessagesRequest,
  indexedSeqno: number,
  isBoundedAbove: boolean,
): Promise<readonly Round[]> {
  const { start_utime: startUtime, end_utime: endUtime, start_lt: startLt, end_lt: endLt } = filters;
  const conditions = [`mc_block_seqno <= ${indexedSeqno}`];
  if (order === 'asc') {
    if (startLt !== undefined) conditions.push(`end_lt >= ${startLt}`);
    if (startUtime !== undefined) conditions.push(`gen_utime >= ${startUtime}`);
  } else if (isBoundedAbove) {
    if (endLt !== undefined) conditions.push(`start_lt <= ${endLt}`);
    if (endUtime !== undefined) conditions.push(`gen_utime <= ${endUtime}`);
  }
  return await stores.gated.select(
    roundColumns,
    `SELECT ${columnsSql(roundColumns)} FROM rounds WHERE ${conditions.join(' AND ')}
     ORDER BY mc_block_seqno ${order} LIMIT ${ROUNDS_MAX}`,
  );
}

/** Returns the round with which so many transactions are reached; undefined when there are not as many. */
function roundAfter(rounds: readonly Round[], wantedCount: number): Round | undefined {
  let count = 0;
  return rounds.find(({ transactionCount }) => (count += transactionCount) >= wantedCount);
}

async function countTransactions({ stores, walking }: Queries, span: readonly string[]): Promise<number> {
  const [row] = await walking.run(
    () =>
      stores.gated.select(
        countColumns,
        `SELECT sum(toUInt64(tx_count)) AS end_lt FROM (${blocksSql(span, 'tx_count')})`,
      ),
    1,
  );
  return Number(row?.endLt ?? 0n);
}

/** More blocks than this have more transactions than are tried, or next to none. */
const BLOCKS_MAX = 200_000;

function blocksSql(span: readonly string[], selected: string): string {
  const where = span.length === 0 ? '1' : span.join(' AND ');
  return `SELECT ${selected} FROM blocks WHERE ${where} LIMIT 1 BY workchain, shard, seqno LIMIT ${BLOCKS_MAX}`;
}

/** Returns the condition on `messages` for all messages of some blocks. */
export function inBlocks(span: readonly string[]): string {
  return `(workchain, account, lt) IN (SELECT workchain, account, lt FROM block_transactions
    WHERE (workchain, shard, seqno) IN (${blocksSql(span, 'workchain, shard, seqno')}))`;
}
