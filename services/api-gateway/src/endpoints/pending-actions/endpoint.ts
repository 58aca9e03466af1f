import { addressParameter, booleanParameter, hashListParameter, textListParameter } from '@tonriver/api-model';
import { z } from 'zod';
import { defineEndpoint } from '../define-endpoint.ts';

const pendingActionsQuery = z.object({
  account: addressParameter('Account that takes part').optional(),
  ext_msg_hash: hashListParameter('Hash, or normalised hash, of the external message that begins the trace').optional(),
  supported_action_types: textListParameter('Types of actions that the client knows; repeat the parameter').optional(),
  include_transactions: booleanParameter('Whether transactions are answered too').optional(),
});

/** GET pendingActions: refuses invalid requests, and answers 501 to others, because it is not implemented yet. */
export const pendingActions = defineEndpoint({
  path: '/v3/pendingActions',
  tag: 'actions',
  summary: 'Pending actions',
  description: 'Not implemented yet: what does not fit is refused, everything else is answered with 501.',
  query: {
    schema: pendingActionsQuery,
    read(query, dialect) {
      const { account, ext_msg_hash: hashes = [] } = query;
      if (account !== undefined || hashes.length > 0) return query;
      throw dialect.badRequest('account or ext_msg_hash should be specified');
    },
  },
  example: (indexed) => ({
    // The elector, which exists on every network.
    account: indexed?.account ?? `-1:${'3'.repeat(64)}`,
    supported_action_types: ['latest'],
  }),
  caching: 'none',
});
