import { opcodeHex, shardHex } from '@tonriver/api-model';
import { renderDeployed } from '@tonriver/message-bodies';
import { type Dialect, LIMIT_MAX } from './dialect.ts';
import { createRequestErrors } from './errors-of-requests.ts';

const { badRequest, queryError } = createRequestErrors(422);

/** The drop-in form of the deployed public service, under `/toncenter/api`. */
export const deployed: Dialect = {
  name: 'deployed',
  badRequestStatus: 422,
  hasShardTransactions: false,
  hasMessageTransactions: false,
  hasTraceExternalHash: false,
  hasStatusBetween: false,
  queryRules: { ignoresCase: true, ignoresIndexed: true },
  ignoresCase: true,
  readsAnyBody: true,
  contentType: 'application/json',
  ordersByHash: true,
  requiresTransactionHash: false,
  hasCursors: false,
  ordersByTime: true,
  shard: shardHex,
  opcode: opcodeHex,
  messageBody: (decoding) => renderDeployed(decoding, { place: 'message' }),
  decodedBody: (decoding) => renderDeployed(decoding, { place: 'decode' }),
  page({ limit, offset }, limitDefault) {
    if (limit !== undefined && limit > LIMIT_MAX) throw badRequest(`limit is not allowed: ${limit} > ${LIMIT_MAX}`);
    return { limit: Math.max(limit ?? limitDefault, 1), offset: Math.max(offset ?? 0, 0) };
  },
  requiredSeqno: (seqno) => seqno ?? 0,
  queryError,
  badRequest,
};
