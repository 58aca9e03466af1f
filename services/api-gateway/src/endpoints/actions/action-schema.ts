import { type DialectName, objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { eachDialect } from '../by-dialect.ts';

const decimal = z.string().regex(/^\d+$/);
const hash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);

function createActionSchema(dialect: DialectName) {
  return z
    .strictObject({
      trace_id: hash,
      action_id: hash,
      start_lt: decimal,
      end_lt: decimal,
      start_utime: z.int(),
      end_utime: z.int(),
      trace_end_lt: decimal,
      trace_end_utime: z.int(),
      trace_mc_seqno_end: z.int(),
      transactions: z.array(hash),
      success: z.boolean().nullable(),
      type: z.string(),
      details: z.record(z.string(), z.unknown()),
      raw_action: z.record(z.string(), z.unknown()).optional(),
      trace_external_hash: hash.optional(),
      trace_external_hash_norm: hash.optional(),
      accounts: z.array(z.string()).optional(),
      transactions_full: z.array(objectSchemas(dialect).transaction).optional(),
      finality: z.enum(['pending', 'confirmed', 'finalized']),
    })
    .meta({ id: 'Action' });
}

const schemas = eachDialect(createActionSchema);
/** The trace of an action that no block has yet may have no id. */
const emulatedSchemas = eachDialect((dialect) =>
  schemas[dialect].extend({ trace_id: hash.nullable() }).meta({ id: 'EmulatedAction' }),
);

export function emulatedActionSchema(dialect: DialectName): (typeof emulatedSchemas)[DialectName] {
  return emulatedSchemas[dialect];
}

/** An action of an answer. What `details` has depends on the type. One schema for each dialect: its name is unique. */
export function actionSchema(dialect: DialectName): ReturnType<typeof createActionSchema> {
  return schemas[dialect];
}
