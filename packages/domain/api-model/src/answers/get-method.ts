import { z } from 'zod';
import type { DialectName } from '../dialect-name.ts';
import { bagOfCells, decimal, hash, integer } from './primitives.ts';

const hexNumber = z
  .string()
  .regex(/^(?:-?0x[0-9a-f]{1,65}|NaN)$/)
  .meta({ description: 'Number of up to 257 bits, hexadecimal', examples: ['0x1f'] });

interface StackEntryAnswer {
  readonly type: string;
  readonly value: string | readonly StackEntryAnswer[];
}

// Each form is a named schema, because generators of clients support recursion only through named objects.
const stackEntry: z.ZodType<StackEntryAnswer> = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('num'), value: hexNumber }).meta({ id: 'StackNumber' }),
    z.strictObject({ type: z.enum(['cell', 'slice']), value: bagOfCells }).meta({ id: 'StackBag' }),
    z
      .strictObject({
        type: z.enum(['tuple', 'list']),
        get value(): z.ZodType<readonly StackEntryAnswer[]> {
          return z.array(stackEntry);
        },
      })
      .meta({ id: 'StackTuple' }),
  ])
  .meta({ id: 'StackEntry' });

const hashOrEmpty = z
  .string()
  .regex(/^(?:[A-Za-z0-9+/]{43}=)?$/)
  .meta({ description: '32 bytes, standard base64; empty where they are not known' });

const lastTransactionId = { lt: decimal, hash };

const runResult = z
  .strictObject({
    '@type': z.literal('smc.runResult'),
    gas_used: integer,
    stack: z.array(z.tuple([z.string(), z.unknown()])),
    exit_code: integer,
    block_id: z
      .strictObject({
        '@type': z.literal('ton.blockIdExt'),
        workchain: integer,
        shard: decimal,
        seqno: integer,
        root_hash: hashOrEmpty,
        file_hash: hashOrEmpty,
      })
      .meta({ id: 'BlockIdExt' }),
    last_transaction_id: z
      .strictObject({ '@type': z.literal('internal.transactionId'), ...lastTransactionId })
      .meta({ id: 'InternalTransactionId' }),
  })
  .meta({ id: 'RunResult' });

const extra = z.string().meta({ description: 'Unix seconds, workers, milliseconds; ":c" when it came from the cache' });

/** Answers of runGetMethod in one dialect. */
export function getMethodAnswers(dialect: DialectName) {
  const results = { stack: z.array(stackEntry), gas_used: integer, exit_code: integer };
  const isContract = dialect === 'contract';
  return {
    v3: (isContract
      ? z.strictObject({
          address: z.string().meta({ description: 'As it was given' }),
          method: z.union([z.string(), integer]).meta({ id: 'GivenMethod', description: 'As it was given' }),
          ...results,
          block: z
            .strictObject({
              workchain: integer,
              shard: decimal,
              seqno: integer,
              root_hash: hash.nullable(),
              file_hash: hash.nullable(),
              gen_utime: decimal,
            })
            .meta({ id: 'GetMethodBlock' }),
          last_transaction_id: z.strictObject(lastTransactionId).meta({ id: 'LastTransactionId' }),
          missing_library: hash.nullable().meta({ description: 'A library that was looked for and does not exist' }),
        })
      : z.strictObject(results)
    ).meta({ id: 'GetMethodResult' }),
    v2: (isContract
      ? z.strictObject({
          ok: z.literal(true),
          result: z.string().meta({ description: 'JSON of a RunResult' }),
        })
      : z.strictObject({ ok: z.literal(true), result: runResult, '@extra': extra })
    ).meta({ id: 'GetMethodResultV2' }),
    jsonRpc: z
      .strictObject({
        ok: z.literal(true),
        result: runResult,
        '@extra': extra,
        jsonrpc: z.literal('2.0'),
        id: z.string().optional(),
      })
      .meta({ id: 'JsonRpcResult' }),
  };
}
