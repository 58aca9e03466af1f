import { bagOfCells, blockIdV2, decimal, hash, integer, transactionIdV2 } from '@tonriver/api-model';
import { z } from 'zod';
import { eachDialect } from '../by-dialect.ts';
import { stackTypes } from './stack-types.ts';

const hexNumber = z
  .string()
  .regex(/^(?:-?0x[0-9a-f]+|NaN)$/)
  .max(68)
  .meta({ description: 'Number of up to 257 bits, hexadecimal', examples: ['0x1f'] });

interface StackEntryAnswer {
  readonly type: string;
  readonly value: string | readonly StackEntryAnswer[];
}

// Each form is a named schema, because generators of clients support recursion only through named objects.
const stackEntry: z.ZodType<StackEntryAnswer> = z
  .discriminatedUnion('type', [
    z.strictObject({ type: stackTypes.number, value: hexNumber }).meta({ id: 'StackNumber' }),
    z.strictObject({ type: stackTypes.bag, value: bagOfCells }).meta({ id: 'StackBag' }),
    z
      .strictObject({
        type: stackTypes.tuple,
        get value(): z.ZodType<readonly StackEntryAnswer[]> {
          return z.array(stackEntry);
        },
      })
      .meta({ id: 'StackTuple' }),
  ])
  .meta({ id: 'StackEntry' });

const results = { stack: z.array(stackEntry), gas_used: integer, exit_code: integer };

/** Answers of v3 runGetMethod. */
export const answersV3 = eachDialect((dialect) =>
  (dialect === 'contract'
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
        last_transaction_id: z.strictObject({ lt: decimal, hash }).meta({ id: 'LastTransactionId' }),
        missing_library: hash.nullable().meta({ description: 'A library that was looked for and does not exist' }),
      })
    : z.strictObject(results)
  ).meta({ id: 'GetMethodResult' }),
);

/** Results of v2 runGetMethod. */
export const resultsV2 = {
  contract: z.string().meta({ description: 'JSON of a RunResult' }),
  deployed: z
    .strictObject({
      '@type': z.literal('smc.runResult'),
      gas_used: integer,
      stack: z.array(z.tuple([z.string(), z.unknown()])),
      exit_code: integer,
      block_id: blockIdV2,
      last_transaction_id: transactionIdV2,
    })
    .meta({ id: 'RunResult' }),
};
