import { type DialectName, objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { actionSchema } from '../actions/action-schema.ts';

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

/** A trace of an answer. */
export function traceSchema(dialect: DialectName) {
  return z
    .strictObject({
      trace_id: hash,
      external_hash: hash.nullable(),
      mc_seqno_start: decimal,
      mc_seqno_end: decimal,
      start_lt: decimal,
      start_utime: z.int(),
      end_lt: decimal,
      end_utime: z.int(),
      trace_info: z
        .strictObject({
          trace_state: z.enum(['complete', 'pending', 'broken']),
          messages: z.int(),
          transactions: z.int(),
          pending_messages: z.int(),
          classification_state: z.enum(['unclassified', 'failed', 'ok', 'broken']),
        })
        .meta({ id: 'TraceInfo' }),
      is_incomplete: z.boolean(),
      warning: z.string().optional(),
      actions: z.array(actionSchema(dialect)).optional(),
      trace: traceNode.optional(),
      transactions_order: z.array(hash).optional(),
      transactions: z.record(hash, objectSchemas(dialect).transaction).optional(),
    })
    .meta({ id: 'Trace' });
}
