import { objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import { answerTransactions } from '../answer-transactions.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { checkRound } from '../find-transactions/check-round.ts';
import { findTransactions } from '../find-transactions/find.ts';
import { LIMIT_DEFAULT } from '../find-transactions/request.ts';
import { cursorAfter } from './cursor.ts';
import { readTransactions, transactionsQuery } from './query.ts';

/** GET transactions: transactions that match all given filters. How each is found: `find-transactions/find.ts`. */
export const transactions = defineEndpoint({
  path: '/v3/transactions',
  tag: 'blockchain',
  summary: 'Transactions that match all given filters',
  description: {
    contract:
      'Each once, ordered by logical time, then workchain and account; newest first, unless sort is asc. Filters of ' +
      'messages must all match one message of the transaction. Without filters: the transactions of all rounds. next_cursor of a full page begins the next one: such a list has ' +
      'everything once that was stored when it began.',
    deployed:
      'Each once, newest first, unless sort is asc. Ordered by logical time, then workchain and account; with ' +
      'start_utime or end_utime by time first; with hash by the text of the hash. Filters of messages must all match ' +
      'one message of the transaction. Without filters: the transactions of all rounds.',
  },
  query: {
    schema: transactionsQuery,
    absent: { deployed: ['cursor'] },
    limitDefault: LIMIT_DEFAULT,
    read: readTransactions,
  },
  example: (indexed) => (indexed?.account === undefined ? { limit: 10 } : { account: [indexed.account], limit: 10 }),
  errors: { 404: 'The round of mc_seqno is not indexed' },
  answerSchema: {
    contract: objectSchemas('contract')
      .transactions.extend({
        next_cursor: z.string().nullable().meta({ description: 'Begins the next page; null after the last one' }),
      })
      .meta({ id: 'TransactionsPage' }),
    deployed: objectSchemas('deployed').transactions,
  },
  caching: 'watermark',
  async answer(request, context) {
    const { dialect, reader, visibility } = context;
    const search = { reader, request, visible: visibility, refuse: dialect.badRequest };
    await checkRound(search);
    // Found transactions must be printed. If there is no room for that, none are searched.
    reader.answering.checkRoom(request.page.limit);
    const page = await findTransactions(search);
    const { text, count } = await answerTransactions(page, context, (printed) => {
      if (!dialect.hasCursors) return {};
      const last = printed.length < request.page.limit ? undefined : printed.at(-1)?.key;
      return { next_cursor: textOf(last === undefined ? null : cursorAfter(last, request)) };
    });
    // An empty answer may change at any moment, because a partial block does not change the watermark.
    return { text, isCacheable: count > 0 };
  },
});
