import { parseSort, readQuery, type TransactionsByMessageQuery, transactionsByMessageQuery } from '@tonriver/api-model';
import type { MessageDirection } from '@tonriver/row-schema';
import type { Dialect, Page } from '../../dialects/dialect.ts';

/** A request for transactionsByMessage. Direction, order and page are checked, filters are as received. */
export interface TransactionsByMessageRequest {
  readonly filters: TransactionsByMessageQuery;
  readonly direction: MessageDirection | undefined;
  readonly order: 'asc' | 'desc';
  readonly page: Page;
}

/** Checks in the order of the deployed service, so that a request with several errors gets the same answer. */
export function parseTransactionsByMessage(
  dialect: Dialect,
  parameters: URLSearchParams,
): TransactionsByMessageRequest {
  const reading = readQuery(transactionsByMessageQuery, parameters);
  if (reading.kind === 'faults') throw dialect.queryError(reading.faults);
  const filters = reading.query;
  const { direction } = filters;
  if (direction !== undefined && direction !== 'in' && direction !== 'out') {
    throw dialect.badRequest('direction should be one of: in, out');
  }
  if (filters.msg_hash === undefined && filters.body_hash === undefined && filters.opcode === undefined) {
    throw dialect.badRequest('at least one of msg_hash, body_hash, opcode should be specified');
  }
  const order = filters.sort === undefined ? 'desc' : parseSort(filters.sort);
  if (order === undefined) throw dialect.badRequest('wrong value for sort parameter');
  return { filters, direction, order, page: dialect.page(filters, dialect.defaultLimits.transactions) };
}
