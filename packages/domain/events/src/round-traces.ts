import { z } from 'zod';
import { EventError } from './event-error.ts';
import type { EventRecord } from './event-record.ts';

// Any program can write to the topic, so all values are checked to fit into the columns of the tables.
const uint32 = z.number().int().min(0).max(0xffff_ffff);
const int32 = z.number().int().min(-0x8000_0000).max(0x7fff_ffff);
const base64Hash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);
const UINT64_MAX = 2n ** 64n - 1n;
const INT64_MIN = -(2n ** 63n);
const lt = z
  .string()
  .regex(/^\d{1,20}$/)
  .refine((text) => text.length < 20 || BigInt(text) <= UINT64_MAX);
const shard = z
  .string()
  .regex(/^-?\d{1,19}$/)
  .refine((text) => BigInt(text) >= INT64_MIN && BigInt(text) <= -INT64_MIN - 1n);

/** Transactions of one block. */
const blockPlacesSchema = z.object({
  round: uint32,
  workchain: int32,
  /** Signed, decimal. */
  shard,
  seqno: uint32,
  /** Numbers of the transactions in the block, in order of lt, then of account, from 0. */
  indexes: z.array(uint32).min(1),
});

const traceSchema = z.object({
  /** Base64, as all hashes. */
  traceId: base64Hash,
  externalHash: base64Hash.nullable(),
  externalHashNorm: base64Hash.nullable(),
  seqnoStart: uint32,
  startLt: lt,
  startUtime: uint32,
  seqnoEnd: uint32,
  endLt: lt,
  endUtime: uint32,
  state: z.enum(['complete', 'broken']),
  nodes: uint32,
  edges: uint32,
  /** Null: the trace is too large, or an older release assembled a part of it. */
  blocks: z.array(blockPlacesSchema).min(1).nullable(),
});

const roundTracesSchema = z.object({
  /** Masterchain seqno of the round. */
  round: uint32,
  /** First round of the range that the round was assembled in: rounds of one range come in order. */
  range: uint32,
  /** Number of the record in its round and partition, from 0 on. */
  part: uint32,
  isLast: z.boolean(),
  /** Traces of the round in this partition, all parts together. */
  traceCount: uint32,
  /** Partitions that the traces of the round are in. */
  partitions: uint32.min(1),
  traces: z.array(traceSchema),
});

/**
 * A record of `traces`: traces that have no message in flight after a round, and whose ids belong to one partition.
 * Every round has records in every partition, and the last one says that all are there. A round that is assembled again
 * in the same range gives the same records.
 */
export type RoundTraces = z.infer<typeof roundTracesSchema>;
export type FinishedTrace = z.infer<typeof traceSchema>;
export type BlockPlaces = z.infer<typeof blockPlacesSchema>;

/** Traces and transactions of one record, together: it then has at most about 1 MiB. */
export const ROUND_TRACES_WEIGHT_MAX = 4_096;

export function encodeRoundTraces(round: RoundTraces): EventRecord {
  return {
    key: new TextEncoder().encode(String(round.round)),
    value: new TextEncoder().encode(JSON.stringify(round)),
    headers: { round: String(round.round) },
  };
}

/** Decodes a record. @throws {EventError} `bad_value` when the value is not the traces of a round */
export function decodeRoundTraces(record: Pick<EventRecord, 'value'>): RoundTraces {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(record.value));
  } catch (cause) {
    throw new EventError('bad_value', 'Not the traces of a round: the value is not JSON', {}, { cause });
  }
  const parsed = roundTracesSchema.safeParse(json);
  if (!parsed.success) throw new EventError('bad_value', `Not the traces of a round: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
