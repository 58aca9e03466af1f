import type { Dialect } from '../../dialects/dialect.ts';
import { readDirection } from '../find-transactions/direction.ts';
import type { TransactionFilters } from '../find-transactions/filters.ts';
import { readOrderAndPage, type TransactionsRequest } from '../find-transactions/request.ts';

/** Checks in the order of the deployed service, so that a request with several errors gets the same answer. */
export function readTransactionsByMessage(filters: TransactionFilters, dialect: Dialect): TransactionsRequest {
  const direction = readDirection(filters, dialect);
  if (filters.msg_hash === undefined && filters.body_hash === undefined && filters.opcode === undefined) {
    throw dialect.badRequest('at least one of msg_hash, body_hash, opcode should be specified');
  }
  return { filters, direction, ...readOrderAndPage(filters, dialect) };
}
