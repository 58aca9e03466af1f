import type { MessageDirection } from '@tonriver/row-schema';
import type { Dialect } from '../../dialects/dialect.ts';
import type { TransactionFilters } from './filters.ts';

/** Reads the role of the message. @throws {GatewayError} for another word than `in` or `out` */
export function readDirection({ direction }: TransactionFilters, dialect: Dialect): MessageDirection | undefined {
  if (direction === undefined || direction === 'in' || direction === 'out') return direction;
  throw dialect.badRequest('direction should be one of: in, out');
}
