import { defineEndpoint } from '../define-endpoint.ts';
import { answerFoundTraces, readTracesRequest, tracesAnswerSchema, tracesQuery } from './find-traces.ts';

/** GET traces: finished traces with their transactions. */
export const traces = defineEndpoint({
  path: '/v3/traces',
  tag: 'actions',
  summary: 'Traces: transactions that one message caused',
  description:
    'Finished traces, newest end first, with the tree of their transactions. A trace with a message in flight is not ' +
    'listed before it has ended. A trace of more than 4,000 transactions, or one of which some are not stored, comes ' +
    'without them, with is_incomplete and a warning. metadata says which of the named accounts are tokens.',
  query: { ...tracesQuery, read: readTracesRequest },
  example: (indexed) =>
    indexed?.transactionHash === undefined
      ? { limit: 1 }
      : { tx_hash: [indexed.transactionHash], include_actions: true },
  errors: { 404: 'The round is not indexed', 503: 'No traces, or not those of the round, are classified yet' },
  answerSchema: tracesAnswerSchema('traces', 'Traces'),
  caching: 'watermark',
  answer: (request, context) => answerFoundTraces(request, context, 'traces'),
});
