import { z } from 'zod';
import { bagOfCells, decimal, hash, hashOrEmpty, integer } from './primitives.ts';

// Objects of API v2, with the type of the node's JSON interface in `@type`.

export const blockIdV2 = z
  .strictObject({
    '@type': z.literal('ton.blockIdExt'),
    workchain: integer,
    shard: decimal,
    seqno: integer,
    root_hash: hashOrEmpty,
    file_hash: hashOrEmpty,
  })
  .meta({ id: 'BlockIdExt' });

export const transactionIdV2 = z
  .strictObject({ '@type': z.literal('internal.transactionId'), lt: decimal, hash })
  .meta({ id: 'InternalTransactionId' });

/** The words of v2 for the status of an account. One that does not exist is `uninitialized`. */
export const accountStatusV2 = z.enum(['active', 'frozen', 'uninitialized']);

/** `@extra` of the envelope. */
export const extraV2 = z
  .string()
  .meta({ description: 'Unix seconds, workers, milliseconds; ":c" when it came from the cache' });

/** A user-friendly address; empty where there is none. */
export const accountAddressV2 = z
  .strictObject({ '@type': z.literal('accountAddress'), account_address: z.string() })
  .meta({ id: 'AccountAddress' });

export const extraCurrencyV2 = z
  .strictObject({ '@type': z.literal('extraCurrency'), id: integer, amount: decimal })
  .meta({ id: 'ExtraCurrencyV2' });

export const cellV2 = z.strictObject({ '@type': z.literal('tvm.cell'), bytes: bagOfCells }).meta({ id: 'TvmCell' });
