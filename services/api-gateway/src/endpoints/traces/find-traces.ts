import {
  addressParameter,
  booleanParameter,
  hashListParameter,
  int32Parameter,
  objectSchemas,
} from '@tonriver/api-model';
import type { ClassifiedTraceRow } from '@tonriver/row-schema';
import { z } from 'zod';
import type { Dialect } from '../../dialects/dialect.ts';
import { classifiedFor } from '../actions/actions-seqno.ts';
import { actionTypesOf, isProvisional, type RequestedTypes, typesIn } from '../actions/stored-action.ts';
import {
  readTraceRequest,
  supportedTypesParameter,
  traceParameters,
  type TraceRequest,
} from '../actions/trace-request.ts';
import { createTransactionCount } from '../actions/trace-transactions.ts';
import { namedTraces } from '../actions/traces-of-hashes.ts';
import { walkTraces } from '../actions/walk-traces.ts';
import { eachDialect } from '../by-dialect.ts';
import type { EndpointAnswer, ReadingContext } from '../endpoint-definition.ts';
import { answerTraces } from './answer-traces.ts';
import { traceSchema } from './trace-schema.ts';

const LIMIT_DEFAULT = 100;

export interface TracesRequest extends TraceRequest {
  /** Undefined: actions are not asked for. */
  readonly types: RequestedTypes | undefined;
}

/** The query of endpoints that list traces. */
export const tracesQuery = {
  schema: z.object({
    account: addressParameter('Account with a transaction in the trace').optional(),
    trace_id: hashListParameter('Id of the trace').optional(),
    tx_hash: hashListParameter('Hash of a transaction of the trace').optional(),
    msg_hash: hashListParameter('Hash, or normalised hash, of a message of the trace').optional(),
    mc_seqno: int32Parameter('Round in which the trace ended').optional(),
    include_actions: booleanParameter('Whether actions are answered too').optional(),
    supported_action_types: supportedTypesParameter.optional(),
    ...traceParameters,
  }),
  limitDefault: LIMIT_DEFAULT,
};

type TracesQuery = z.output<typeof tracesQuery.schema>;

export function readTracesRequest(query: TracesQuery, dialect: Dialect): TracesRequest {
  const named = [query.account, query.trace_id, query.tx_hash, query.msg_hash].filter((value) => value !== undefined);
  if (named.length > 1) {
    throw dialect.badRequest('only one of account, trace_id, tx_hash, msg_hash should be specified');
  }
  return {
    ...readTraceRequest(query, dialect, LIMIT_DEFAULT),
    types: query.include_actions === true ? { supported: typesIn(query.supported_action_types) } : undefined,
  };
}

/** Several endpoints list traces: their schema has one name in a document. */
const traceSchemas = eachDialect(traceSchema);

/** The schema of an answer that lists traces in a member of this name. */
export function tracesAnswerSchema(member: string, id: string) {
  return eachDialect((dialect) => {
    const { addressBook, metadata } = objectSchemas(dialect);
    return z
      .strictObject({ [member]: z.array(traceSchemas[dialect]), address_book: addressBook, metadata })
      .meta({ id });
  });
}

/**
 * Answers with traces in a member of this name. Access path: as for `actions`, then the parts of the blocks that the
 * rows name.
 */
export async function answerFoundTraces(
  request: TracesRequest,
  context: ReadingContext,
  member: string,
): Promise<EndpointAnswer> {
  const { mcSeqno } = request.filters;
  const known = await classifiedFor(context, mcSeqno);
  const { limit, offset } = request.page;
  const countTransactions = createTransactionCount(context);
  const found: ClassifiedTraceRow[] = [];
  let skipped = 0;
  const named = await namedTraces(context, request.filters);
  if (limit > 0) {
    await walkTraces({ context, request, actions: known, named, isOwnAccount: true }, (row) => {
      // Only complete traces end in a round, as in the deployed service.
      if (mcSeqno !== undefined && row.traceState !== 'complete') return false;
      if (skipped < offset) skipped += 1;
      else {
        found.push(row);
        // Before further rows are read: their places take memory too.
        countTransactions(row);
      }
      return found.length === limit;
    });
  }
  const types = request.types === undefined ? undefined : actionTypesOf(request.types);
  const isFinal = !found.some(isProvisional);
  return { text: await answerTraces(found, types, context, member), isCacheable: known.isUpToDate && isFinal };
}
