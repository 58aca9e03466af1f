import { objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { answerMessages } from './answer-messages.ts';
import { findMessages } from './find-messages.ts';
import { LIMIT_DEFAULT, messagesQuery, readMessages } from './query.ts';

/** GET messages: messages that match all filters, each once. How filters lead to messages: `findMessages`. */
export const messages = defineEndpoint({
  path: '/v3/messages',
  tag: 'blockchain',
  summary: 'Messages by filters, all of which must hold',
  description:
    'A message is listed once, with the transactions that sent and received it. Ordered by created_lt, then by hash; ' +
    'an external message that came in has the lt of its transaction there. With start_utime or end_utime ordered by ' +
    'created_at. Bounds of lt and time leave out external messages that came in, which have neither. By source or ' +
    'destination alone, a message is found when the transaction at that end is indexed. metadata says which of the ' +
    'named accounts are tokens.',
  query: { schema: messagesQuery, limitDefault: LIMIT_DEFAULT, read: readMessages },
  example: (indexed) =>
    indexed?.messageHash === undefined ? { opcode: '0x0f8a7ea5' } : { msg_hash: [indexed.messageHash] },
  answerSchema: eachDialect((dialect) => {
    const { message, addressBook, metadata } = objectSchemas(dialect);
    return z.strictObject({ messages: z.array(message), address_book: addressBook, metadata }).meta({ id: 'Messages' });
  }),
  caching: 'watermark',
  async answer(request, context) {
    const { dialect, reader, visibility } = context;
    reader.answering.checkRoom(request.filters.hashes === undefined ? request.page.limit : 1);
    const heads = await findMessages(reader, request, visibility, dialect.badRequest);
    // Rounds before the range may be stored later, while the watermark stays.
    return { text: await answerMessages(heads, context), isCacheable: heads.length > 0 };
  },
});
