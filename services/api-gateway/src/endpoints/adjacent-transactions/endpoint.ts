import { hashParameter, objectSchemas, textParameter } from '@tonriver/api-model';
import type { MessageDirection } from '@tonriver/row-schema';
import { z } from 'zod';
import { GatewayError } from '../../gateway-error.ts';
import { answerTransactions } from '../answer-transactions.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { findAdjacent } from './find-adjacent.ts';

/**
 * GET adjacentTransactions: the transactions at the other ends of the messages of one. Access path: the place of the
 * hash (`transaction_places`), its messages, the places of their hashes (`message_places`), then the parts.
 */
export const adjacentTransactions = defineEndpoint({
  path: '/v3/adjacentTransactions',
  tag: 'blockchain',
  summary: 'Transactions connected to a transaction by its messages',
  description:
    'The transaction that sent its inbound message, and those that received its outbound ones; oldest first.',
  query: {
    schema: z.object({
      hash: hashParameter('Transaction hash').optional(),
      direction: textParameter('in: the sender of the inbound message; out: the receivers; otherwise both')
        .meta({ examples: ['in', 'out'] })
        .optional(),
    }),
    required: ['hash'],
    read({ hash, direction }, dialect) {
      if (hash === undefined && dialect.requiresTransactionHash) throw dialect.badRequest('hash is required');
      return { hash, direction: directionOf(direction) };
    },
  },
  example: (indexed) => ({ hash: indexed?.transactionHash ?? '00'.repeat(32) }),
  errors: { 404: 'The transaction is not indexed, or no other one is connected to it' },
  answerSchema: eachDialect((dialect) => objectSchemas(dialect).transactions),
  caching: 'watermark',
  async answer({ hash, direction }, context) {
    const { reader, visibility } = context;
    const found = hash === undefined ? undefined : await findAdjacent(reader, visibility, { hash, direction });
    if (found === undefined || found.records.length === 0) {
      throw new GatewayError('not_found', 'adjacent transactions not found');
    }
    const { records, isWhole } = found;
    const { text } = await answerTransactions({ count: records.length, read: async () => records }, context);
    // A partial block may bring a receiver while the watermark stays the same.
    return { text, isCacheable: isWhole };
  },
});

/** Any other text means both, as in the deployed service. */
function directionOf(text: string | undefined): MessageDirection | undefined {
  return text === 'in' || text === 'out' ? text : undefined;
}
