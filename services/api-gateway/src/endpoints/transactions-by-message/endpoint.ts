import { objectSchemas } from '@tonriver/api-model';
import { answerTransactions } from '../answer-transactions.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { checkRound } from '../find-transactions/check-round.ts';
import { transactionFilters } from '../find-transactions/filters.ts';
import { findTransactions } from '../find-transactions/find.ts';
import { LIMIT_DEFAULT } from '../find-transactions/request.ts';
import { readTransactionsByMessage } from './query.ts';

/** GET transactionsByMessage: transactions that received or sent a message, distinct, newest first. */
export const transactionsByMessage = defineEndpoint({
  path: '/v3/transactionsByMessage',
  tag: 'blockchain',
  summary: 'Transactions whose inbound or outbound message has the given hash, body or opcode',
  description:
    'At least one of msg_hash, body_hash and opcode is needed; all that are given must hold. Newest first, each once.',
  query: { schema: transactionFilters, limitDefault: LIMIT_DEFAULT, read: readTransactionsByMessage },
  example: (indexed) =>
    indexed?.messageHash === undefined ? { opcode: '0x0f8a7ea5' } : { msg_hash: [indexed.messageHash] },
  answerSchema: eachDialect((dialect) => objectSchemas(dialect).transactions),
  caching: 'watermark',
  async answer(request, context) {
    const { dialect, reader, visibility } = context;
    const search = { reader, request, visible: visibility, refuse: dialect.badRequest };
    await checkRound(search);
    // Found transactions must be printed. If there is no room for that, none are searched.
    reader.answering.checkRoom(request.filters.msg_hash === undefined ? request.page.limit : 1);
    const page = await findTransactions(search);
    const { text, count } = await answerTransactions(page, context);
    // An empty answer may change at any moment, because a partial block does not change the watermark.
    return { text, isCacheable: count > 0 };
  },
});
