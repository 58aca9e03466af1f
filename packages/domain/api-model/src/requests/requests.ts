import { z } from 'zod';
import {
  addressListParameter,
  addressParameter,
  booleanParameter,
  hashListParameter,
  hashParameter,
  int32Parameter,
  logicalTimeParameter,
  opcodeParameter,
  shardParameter,
  textListParameter,
  textParameter,
  unixTimeParameter,
} from './parameter.ts';

/**
 * Parameters of pages. Bounds are documented here and checked by the dialects, which treat other values differently.
 */
const limit = int32Parameter('Limit of rows, read together with offset', { minimum: 1, maximum: 1000 }).optional();
const offset = int32Parameter('Skips the first N rows', { minimum: 0 }).optional();
const seqno = int32Parameter('Masterchain block seqno', { examples: [1] }).optional();

/** GET masterchainInfo. */
export const masterchainInfoQuery = z.object({});

/** GET masterchainBlockShardState and masterchainBlockShards; the first has no pages in the deployed dialect. */
export const shardBlocksQuery = z.object({ seqno, limit, offset });

/** GET transactionsByMessage, with all filters of the deployed service, also undocumented ones. */
export const transactionsByMessageQuery = z.object({
  msg_hash: hashListParameter('Message hash, or normalised hash of an external message').optional(),
  body_hash: hashParameter('Hash of the message body').optional(),
  opcode: opcodeParameter('Opcode of the message').optional(),
  direction: textParameter('Role of the message in the transaction: in or out')
    .meta({ enum: ['in', 'out'] })
    .optional(),
  limit,
  offset,
  sort: textParameter('Order of logical time: asc or desc (default)').optional(),
  source: addressParameter('Source of the message').optional(),
  destination: addressParameter('Destination of the message').optional(),
  account: addressListParameter('Account of the transaction').optional(),
  hash: hashListParameter('Transaction hash').optional(),
  lt: logicalTimeParameter('Logical time of the transaction').optional(),
  workchain: int32Parameter("Workchain of the transaction's block").optional(),
  shard: shardParameter("Shard of the transaction's block").optional(),
  seqno: int32Parameter("Seqno of the transaction's block").optional(),
  mc_seqno: int32Parameter('Seqno of the masterchain block that committed the transaction').optional(),
  start_utime: unixTimeParameter('Transactions after or at').optional(),
  end_utime: unixTimeParameter('Transactions before or at').optional(),
  start_lt: logicalTimeParameter('Transactions at or after this logical time').optional(),
  end_lt: logicalTimeParameter('Transactions at or before this logical time').optional(),
});

/** GET pendingActions. */
export const pendingActionsQuery = z.object({
  account: addressParameter('Account that takes part', `-1:${'3'.repeat(64)}`).optional(),
  ext_msg_hash: hashListParameter('Hash, or normalised hash, of the external message that begins the trace').optional(),
  supported_action_types: textListParameter('Types of actions that the client knows; repeat the parameter', [
    ['latest'],
  ]).optional(),
  include_transactions: booleanParameter('Whether transactions are answered too').optional(),
});

const opcodesMeta = { description: 'Opcodes, hex or decimal', examples: [['0x0f8a7ea5', '0xd53276db']] };
const bodiesMeta = {
  description: 'Message bodies as bags of cells, base64 or hex',
  examples: [['te6cckEBAQEACwAAEgAAAABoZWxsb5oNank=']],
};

/** GET decode. */
export const decodeQuery = z.object({
  opcodes: textListParameter(`${opcodesMeta.description}; repeat the parameter`, opcodesMeta.examples).optional(),
  bodies: textListParameter(`${bodiesMeta.description}; repeat the parameter`, bodiesMeta.examples).optional(),
});

/** POST decode. */
export const decodeBody = z
  .object({
    opcodes: z.array(z.string()).nullish().meta(opcodesMeta),
    bodies: z.array(z.string()).nullish().meta(bodiesMeta),
  })
  .meta({ id: 'DecodeRequest', examples: [{ opcodes: opcodesMeta.examples[0], bodies: bodiesMeta.examples[0] }] });

export type TransactionsByMessageQuery = z.output<typeof transactionsByMessageQuery>;
export type DecodeRequest = z.output<typeof decodeBody>;
