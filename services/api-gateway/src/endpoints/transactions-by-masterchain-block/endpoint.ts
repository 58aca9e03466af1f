import {
  int32Parameter,
  limitParameter,
  objectSchemas,
  offsetParameter,
  parseSort,
  textParameter,
} from '@tonriver/api-model';
import { z } from 'zod';
import { GatewayError } from '../../gateway-error.ts';
import { answerTransactions } from '../answer-transactions.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { readAll } from '../find-transactions/candidates.ts';
import { readKeysOfRound } from './keys-of-round.ts';

const LIMIT_DEFAULT = 100;

/**
 * GET transactionsByMasterchainBlock: the transactions of a round. Access path: blocks of the round, keys of their
 * transactions, then the parts of the page.
 */
export const transactionsByMasterchainBlock = defineEndpoint({
  path: '/v3/transactionsByMasterchainBlock',
  tag: 'blockchain',
  summary: 'Transactions of a masterchain block and of every shard block that it committed',
  description: 'Ordered by logical time, then workchain and account; newest first, unless sort is asc.',
  query: {
    schema: z.object({
      seqno: int32Parameter('Masterchain block seqno').optional(),
      limit: limitParameter.optional(),
      offset: offsetParameter.optional(),
      sort: textParameter('Order of logical time: asc or desc (default)').optional(),
    }),
    required: ['seqno'],
    limitDefault: LIMIT_DEFAULT,
    read(query, dialect) {
      const seqno = dialect.requiredSeqno(query.seqno);
      const order = query.sort === undefined ? 'desc' : parseSort(query.sort);
      if (order === undefined) throw dialect.badRequest('wrong value for sort parameter');
      return { seqno, order, page: dialect.page(query, LIMIT_DEFAULT) };
    },
  },
  example: (indexed) => ({ seqno: indexed?.seqno ?? 1 }),
  errors: { 404: 'Not indexed' },
  answerSchema: eachDialect((dialect) => objectSchemas(dialect).transactions),
  caching: 'watermark',
  async answer({ seqno, order, page: { limit, offset } }, context) {
    const { reader, visibility } = context;
    const keys = await readKeysOfRound(reader, visibility, seqno);
    if (keys === undefined) throw new GatewayError('not_found', `masterchain block ${seqno} not found`);
    const shown = (order === 'asc' ? keys : keys.toReversed()).slice(offset, offset + limit);
    const read = () => readAll({ reader, visible: visibility }, shown);
    // All transactions of a visible round are stored, so no later row changes an empty page.
    const { text } = await answerTransactions({ count: shown.length, read }, context);
    return { text };
  },
});
