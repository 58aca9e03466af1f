import {
  addressListParameter,
  addressParameter,
  hashListParameter,
  hashParameter,
  int32Parameter,
  limitParameter,
  logicalTimeParameter,
  offsetParameter,
  opcodeParameter,
  shardParameter,
  textParameter,
  unixTimeParameter,
} from '@tonriver/api-model';
import { z } from 'zod';

/** The parameters of all endpoints that search transactions. `exclude_account` is not one: it never had an effect. */
export const transactionFilters = z.object({
  msg_hash: hashListParameter('Message hash, or normalised hash of an external message').optional(),
  body_hash: hashParameter('Hash of the message body').optional(),
  opcode: opcodeParameter('Opcode of the message').optional(),
  direction: textParameter('Role of the message in the transaction: in or out')
    .meta({ enum: ['in', 'out'] })
    .optional(),
  limit: limitParameter.optional(),
  offset: offsetParameter.optional(),
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

export type TransactionFilters = z.output<typeof transactionFilters>;
