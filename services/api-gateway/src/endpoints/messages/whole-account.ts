import { finalityOf, HoleError, newestRows, transactionKeyText, type VisibleRounds } from '@tonriver/chain-reader';
import {
  type ColumnDefinition,
  columnsSql,
  messagesTable,
  pickColumns,
  type RowOf,
  transactionsTable,
  uint8,
} from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { perReader } from '../accounts/per-reader.ts';
import { endsOf, inRange } from './check-rows.ts';
import { filterConditions } from './conditions.ts';
import type { IndexPath } from './index-paths.ts';
import type { MessageHead } from './message-heads.ts';
import type { MessagesRequest } from './query.ts';

/** Rows of a table that are read for one account. Most accounts have fewer. */
const ROWS_MAX = 256;

const messageColumns = pickColumns(
  messagesTable,
  'workchain',
  'account',
  'lt',
  'direction',
  'position',
  'mc_block_seqno',
  'hash',
  'created_lt',
  'row_version',
);
const transactionColumns = pickColumns(
  transactionsTable,
  'workchain',
  'account',
  'lt',
  'out_msg_count',
  'in_msg_hash',
  'row_version',
);
const isMatchColumn = {
  name: 'is_match',
  type: uint8,
  comment: 'Whether all filters hold',
} as const satisfies ColumnDefinition;
const columns = [...messageColumns, isMatchColumn] as const;

/** Accounts with more rows. They stay so, except that rows of several versions are merged. */
const largeAccounts = perReader(() => new LRUCache<string, true>({ max: 10_000 }));

type MessageRow = RowOf<typeof columns>;
type TransactionRow = RowOf<typeof transactionColumns>;

type AccountPath = Extract<IndexPath, { readonly table: 'messages' }>;

/**
 * Returns one page of the messages of an account that has few, and checks it, with two plain queries that run at once:
 * finding the page in the engine takes three queries in a row, of which two cost three times as much. Undefined for an
 * account that has more, and for an order by time.
 *
 * @throws {HoleError} when a row is missing between the first and the last message of the page
 */
export async function pageOfWholeAccount(
  reader: AnswerReader,
  request: MessagesRequest,
  { account, hasSenders }: AccountPath,
  { range, indexedSeqno }: VisibleRounds,
): Promise<readonly MessageHead[] | undefined> {
  const knownLarge = largeAccounts(reader);
  if (request.isByTime || range === undefined || knownLarge.get(account) === true) return undefined;
  const { stores, walking } = reader;
  const isMatch = filterConditions(request.filters).map((condition) => `(${condition})`);
  const read = [columnsSql(messageColumns), `toUInt8(ifNull(${isMatch.join(' AND ')}, 0)) AS is_match`].join(', ');
  const [messages, transactions] = await Promise.all([
    walking.run(
      () => stores.gated.select(columns, `SELECT ${read} FROM messages WHERE ${account} LIMIT ${ROWS_MAX + 1}`),
      ROWS_MAX,
    ),
    walking.run(
      () =>
        stores.gated.select(
          transactionColumns,
          `SELECT ${columnsSql(transactionColumns)} FROM transactions WHERE ${account} AND ${inRange(range)}
           LIMIT ${ROWS_MAX + 1}`,
        ),
      ROWS_MAX,
    ),
  ]);
  if (messages.length > ROWS_MAX || transactions.length > ROWS_MAX) {
    knownLarge.set(account, true);
    return undefined;
  }
  const direction = hasSenders ? 'out' : 'in';
  const ofEnd = messages.filter((row) => row.direction === direction);
  const heads = pageOf(ofEnd, request, indexedSeqno);
  checkTransactions(transactions, messages, heads.length === request.page.limit ? endsOf(heads) : undefined);
  return heads;
}

/** The page, as `readHeads` makes it of rows of one account and direction. */
function pageOf(
  rows: readonly MessageRow[],
  { order, page }: MessagesRequest,
  indexedSeqno: number,
): readonly MessageHead[] {
  const newest = newestRows(rows, ({ lt, position }) => `${lt} ${position}`, versionOf);
  const first = new Map<string, { readonly row: MessageRow; readonly orderLt: bigint; readonly hash: string }>();
  for (const row of newest.values()) {
    const { mcBlockSeqno, createdLt, lt, isMatch } = row;
    const isVisible = finalityOf(row) === 'finalized' && (mcBlockSeqno ?? 0) <= indexedSeqno;
    if (!isVisible || isMatch === 0) continue;
    const [orderLt, hash] = [createdLt ?? lt, Buffer.from(row.hash).toString('base64')];
    const known = first.get(`${hash} ${orderLt}`);
    if (known === undefined || lt < known.row.lt) first.set(`${hash} ${orderLt}`, { row, orderLt, hash });
  }
  const sign = order === 'asc' ? 1 : -1;
  const sorted = [...first.values()].toSorted((left, right) => {
    if (left.orderLt !== right.orderLt) return left.orderLt < right.orderLt ? -sign : sign;
    return left.hash < right.hash ? -sign : sign;
  });
  return sorted.slice(page.offset, page.offset + page.limit).map(({ row }) => headOf(row));
}

function headOf({ workchain, account, lt, direction, position, mcBlockSeqno }: MessageRow): MessageHead {
  return { workchain, account, lt, direction, position, mcBlockSeqno };
}

/**
 * Checks that transactions have the messages that their own rows tell of.
 *
 * @param span only those with these logical times, both included
 */
function checkTransactions(
  transactions: readonly TransactionRow[],
  messages: readonly MessageRow[],
  span: { readonly first: bigint; readonly last: bigint } | undefined,
): void {
  const sent = new Map<bigint, Set<number>>();
  const received = new Set<bigint>();
  for (const { lt, direction, position } of messages) {
    if (direction === 'in') received.add(lt);
    else sent.set(lt, (sent.get(lt) ?? new Set()).add(position));
  }
  for (const transaction of newestRows(transactions, ({ lt }) => lt.toString(), versionOf).values()) {
    const { lt, outMsgCount, inMsgHash } = transaction;
    if (span !== undefined && (lt < span.first || lt > span.last)) continue;
    const isWhole = outMsgCount <= (sent.get(lt)?.size ?? 0) && (inMsgHash === null || received.has(lt));
    if (isWhole) continue;
    throw new HoleError({ table: 'messages', requiredBy: 'transactions', key: transactionKeyText(transaction) });
  }
}

function versionOf({ rowVersion }: { readonly rowVersion: number | bigint }): number | bigint {
  return rowVersion;
}
