import { type DialectName, objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { actionSchema, emulatedActionSchema } from '../actions/action-schema.ts';

const decimal = z.string().regex(/^\d+$/);
const hash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);

/** A transaction of a tree, with those that its messages caused. */
export const traceNode = z
  .strictObject({
    tx_hash: hash,
    in_msg_hash: hash.nullable(),
    get children() {
      return z.array(traceNode);
    },
  })
  .meta({ id: 'TraceNode' });

const traceInfo = z
  .strictObject({
    trace_state: z.enum(['complete', 'pending', 'broken']),
    messages: z.int(),
    transactions: z.int(),
    pending_messages: z.int(),
    classification_state: z.enum(['unclassified', 'failed', 'ok', 'broken']),
  })
  .meta({ id: 'TraceInfo' });

function createTraceSchema(dialect: DialectName) {
  return z.strictObject({
    trace_id: hash,
    external_hash: hash.nullable(),
    mc_seqno_start: decimal,
    mc_seqno_end: decimal,
    start_lt: decimal,
    start_utime: z.int(),
    end_lt: decimal,
    end_utime: z.int(),
    trace_info: traceInfo,
    is_incomplete: z.boolean(),
    warning: z.string().optional(),
    actions: z.array(actionSchema(dialect)).optional(),
    trace: traceNode.optional(),
    transactions_order: z.array(hash).optional(),
    transactions: z.record(hash, objectSchemas(dialect).transaction).optional(),
  });
}

/** A trace of an answer. */
export function traceSchema(dialect: DialectName) {
  return createTraceSchema(dialect).meta({ id: 'Trace' });
}

/** A trace that is no finished one yet: its id is null while no block has its first transaction. */
export function pendingTraceSchema(dialect: DialectName) {
  return createTraceSchema(dialect)
    .extend({
      trace_id: hash.nullable(),
      end_lt: decimal.nullable(),
      end_utime: z.int().nullable(),
      actions: z.array(emulatedActionSchema(dialect)),
    })
    .meta({ id: 'PendingTrace' });
}
