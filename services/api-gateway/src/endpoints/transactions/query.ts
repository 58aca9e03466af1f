import { textParameter } from '@tonriver/api-model';
import type { Dialect } from '../../dialects/dialect.ts';
import { readDirection } from '../find-transactions/direction.ts';
import { transactionFilters } from '../find-transactions/filters.ts';
import { readOrderAndPage, type TransactionsRequest } from '../find-transactions/request.ts';
import { type FiltersWithCursor, readCursor } from './cursor.ts';

export const transactionsQuery = transactionFilters.extend({
  cursor: textParameter(
    'next_cursor of the page before, with the same filters and order: begins after that page, however many rounds came meanwhile',
  ).optional(),
});

/** Checks in the order of the deployed service; the cursor, which that does not have, comes last. */
export function readTransactions({ cursor, ...filters }: FiltersWithCursor, dialect: Dialect): TransactionsRequest {
  const direction = readDirection(filters, dialect);
  if (direction !== undefined && filters.msg_hash === undefined && filters.opcode === undefined) {
    throw dialect.badRequest('direction can be specified only with msg_hash or opcode');
  }
  const request = { filters, direction, ...readOrderAndPage(filters, dialect) };
  if (cursor === undefined) return request;
  if (filters.offset !== undefined) throw dialect.badRequest('use either cursor or offset, not both');
  const read = readCursor(cursor, request);
  switch (read.kind) {
    case 'invalid':
      throw dialect.badRequest('invalid cursor');
    case 'of another list':
      throw dialect.badRequest('the cursor belongs to a list with other filters or another order');
    case 'after':
      return { ...request, after: read.after };
  }
}
