import { opcodeSigned, shardDecimal } from '@tonriver/api-model';
import { renderContract } from '@tonriver/message-bodies';
import { type Dialect, LIMIT_MAX } from './dialect.ts';
import { createRequestErrors } from './errors-of-requests.ts';

const { badRequest, queryError } = createRequestErrors(400);

/** The written contract, under `/api`. */
export const contract: Dialect = {
  name: 'contract',
  badRequestStatus: 400,
  hasShardTransactions: true,
  hasMessageTransactions: true,
  hasTraceExternalHash: true,
  hasStatusBetween: true,
  queryRules: {},
  ignoresCase: false,
  readsAnyBody: false,
  contentType: 'application/json; charset=utf-8',
  ordersByHash: false,
  requiresTransactionHash: true,
  hasCursors: true,
  ordersByTime: false,
  shard: shardDecimal,
  opcode: opcodeSigned,
  messageBody: (decoding) => renderContract(decoding, { place: 'message' }),
  decodedBody: (decoding) => renderContract(decoding, { place: 'decode' }),
  page({ limit, offset }, limitDefault) {
    if (limit !== undefined && limit > LIMIT_MAX) throw badRequest(`limit is not allowed: ${limit} > ${LIMIT_MAX}`);
    if (limit !== undefined && limit < 1) throw badRequest(`limit is not allowed: ${limit} < 1`);
    if (offset !== undefined && offset < 0) throw badRequest(`offset is not allowed: ${offset} < 0`);
    return { limit: limit ?? limitDefault, offset: offset ?? 0 };
  },
  requiredSeqno(seqno) {
    if (seqno === undefined) throw badRequest('seqno is required');
    return seqno;
  },
  queryError,
  badRequest,
};
