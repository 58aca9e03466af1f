import { defineEndpoint } from '../define-endpoint.ts';
import { answerFoundTraces, readTracesRequest, tracesAnswerSchema, tracesQuery } from '../traces/find-traces.ts';

/** GET events: the old name of traces. Actions are always answered. Access path: as `traces`. */
export const events = defineEndpoint({
  path: '/v3/events',
  tag: 'actions',
  summary: 'Traces with their actions, under their old name',
  description: 'As traces, with the actions whether they are asked for or not. New clients should ask for traces.',
  query: {
    ...tracesQuery,
    read: (query, dialect) => readTracesRequest({ ...query, include_actions: true }, dialect),
  },
  example: (indexed) =>
    indexed?.transactionHash === undefined ? { limit: 1 } : { tx_hash: [indexed.transactionHash] },
  errors: { 404: 'The round is not indexed', 503: 'No traces, or not those of the round, are classified yet' },
  answerSchema: tracesAnswerSchema('events', 'Events'),
  caching: 'watermark',
  answer: (request, context) => answerFoundTraces(request, context, 'events'),
});
