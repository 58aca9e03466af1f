import { parseSort } from '@tonriver/api-model';
import type { MessageDirection } from '@tonriver/row-schema';
import type { TransactionKey, TransactionRecord, VisibleRounds } from '@tonriver/chain-reader';
import type { Dialect, Page } from '../../dialects/dialect.ts';
import type { Refuse } from '../../dialects/refuse.ts';
import type { TransactionFilters } from './filters.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

export const LIMIT_DEFAULT = 100;

/**
 * What answers are ordered by. `lt`: logical time, then workchain and account. `now`: Unix time, then as `lt`. `hash`:
 * the text of the transaction hash.
 */
type OrderBy = 'lt' | 'now' | 'hash';

/** A checked request for transactions. Filters are as received. */
export interface TransactionsRequest {
  readonly filters: TransactionFilters;
  readonly direction: MessageDirection | undefined;
  readonly order: 'asc' | 'desc';
  readonly orderBy: OrderBy;
  readonly page: Page;
  /** Only what comes after this transaction in the order, which is by `lt`. */
  readonly after?: TransactionKey;
}

/** What a search works with. */
export interface Search {
  readonly reader: AnswerReader;
  readonly request: TransactionsRequest;
  readonly visible: VisibleRounds;
  /** Creates the error for a request that is too broad, with the status of the dialect. */
  readonly refuse: Refuse;
}

/** The transactions of a page. `read` is called when there is room for `count` of them. */
export interface FoundPage {
  readonly count: number;
  readonly read: () => Promise<readonly TransactionRecord[]>;
}

/** Returns a page of transactions that were read already. */
export function pageRead(records: readonly TransactionRecord[]): FoundPage {
  return { count: records.length, read: async () => records };
}

/** Reads order and page. @throws {GatewayError} with the dialect's text and status */
export function readOrderAndPage(
  filters: TransactionFilters,
  dialect: Dialect,
): Pick<TransactionsRequest, 'order' | 'orderBy' | 'page'> {
  const order = filters.sort === undefined ? 'desc' : parseSort(filters.sort);
  if (order === undefined) throw dialect.badRequest('wrong value for sort parameter');
  return { order, orderBy: orderByOf(filters, dialect), page: dialect.page(filters, LIMIT_DEFAULT) };
}

/** The deployed service orders by hash when hashes are given, unless an lt is given too, and by time in a window. */
function orderByOf({ hash, lt, start_utime, end_utime }: TransactionFilters, dialect: Dialect): OrderBy {
  if (dialect.ordersByHash && hash !== undefined && lt === undefined) return 'hash';
  const hasTimes = start_utime !== undefined || end_utime !== undefined;
  return dialect.ordersByTime && hasTimes ? 'now' : 'lt';
}
