import {
  addressParameter,
  booleanParameter,
  hashListParameter,
  hashParameter,
  limitParameter,
  logicalTimeParameter,
  offsetParameter,
  opcodeParameter,
  parseSort,
  textParameter,
  unixTimeParameter,
} from '@tonriver/api-model';
import type { MessageDirection } from '@tonriver/row-schema';
import { z } from 'zod';
import type { Dialect, Page } from '../../dialects/dialect.ts';

export const messagesQuery = z.object({
  msg_hash: hashListParameter('Message hash, or normalised hash of an external message').optional(),
  hash: hashListParameter('Older name of msg_hash').optional(),
  body_hash: hashParameter('Hash of the message body').optional(),
  source: addressParameter('Source of the message, or null for none').optional(),
  destination: addressParameter('Destination of the message, or null for none').optional(),
  opcode: opcodeParameter('Opcode of the message').optional(),
  direction: textParameter('in: messages that were received; out: messages that were sent')
    .meta({ enum: ['in', 'out'] })
    .optional(),
  exclude_externals: booleanParameter('Without external messages').optional(),
  only_externals: booleanParameter('External messages only').optional(),
  start_utime: unixTimeParameter('Messages created after or at').optional(),
  end_utime: unixTimeParameter('Messages created before or at').optional(),
  start_lt: logicalTimeParameter('Messages whose created_lt is at or after this logical time').optional(),
  end_lt: logicalTimeParameter('Messages whose created_lt is at or before this logical time').optional(),
  limit: limitParameter.optional(),
  offset: offsetParameter.optional(),
  sort: textParameter('Order: asc or desc (default)').optional(),
});

type MessagesQuery = z.output<typeof messagesQuery>;

/** The filters of a request. All that are given must hold for the same message. */
export interface MessageFilters
  extends Omit<MessagesQuery, 'limit' | 'offset' | 'sort' | 'direction' | 'hash' | 'msg_hash'> {
  readonly hashes: MessagesQuery['msg_hash'];
  readonly direction: MessageDirection | undefined;
}

/** A request for messages. Order, direction and page are checked, filters are as received. */
export interface MessagesRequest {
  readonly filters: MessageFilters;
  readonly order: 'asc' | 'desc';
  /** By the time of creation, instead of logical time. */
  readonly isByTime: boolean;
  readonly page: Page;
}

export const LIMIT_DEFAULT = 100;

/** Checks in the order of the deployed service. It does not check `direction`, and answers 500 for another text. */
export function readMessages(query: MessagesQuery, dialect: Dialect): MessagesRequest {
  const { limit, offset, sort, direction, hash, msg_hash: msgHash, ...filters } = query;
  if (hash !== undefined && msgHash !== undefined) {
    throw dialect.badRequest('cannot use both legacy and new message hashes');
  }
  const order = sort === undefined ? 'desc' : parseSort(sort);
  if (order === undefined) throw dialect.badRequest('wrong value for sort parameter');
  const page = dialect.page({ limit, offset }, LIMIT_DEFAULT);
  if (direction !== undefined && direction !== 'in' && direction !== 'out') {
    throw dialect.badRequest('direction should be one of: in, out');
  }
  const isByTime = filters.start_utime !== undefined || filters.end_utime !== undefined;
  return { filters: { ...filters, direction, hashes: hash ?? msgHash }, order, isByTime, page };
}
