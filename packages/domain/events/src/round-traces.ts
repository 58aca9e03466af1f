import { z } from 'zod';
import { EventError } from './event-error.ts';
import type { EventRecord } from './event-record.ts';
import { faultOfFinishedTrace, type FinishedTrace } from './finished-trace.ts';

const uint32 = z.uint32();

const finishedTrace = z.custom<FinishedTrace>((value) => faultOfFinishedTrace(value) === undefined, {
  error: ({ input }) => `Not a finished trace: ${faultOfFinishedTrace(input)}`,
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
  traces: z.array(finishedTrace),
});

/**
 * A record of `traces`: traces that have no message in flight after a round, and whose ids belong to one partition.
 * Every round has records in every partition, and the last one says that all are there. A round that is assembled again
 * in the same range gives the same records.
 */
export type RoundTraces = z.infer<typeof roundTracesSchema>;

/** Traces and transactions of one record, together: it then has at most about 1 MiB. */
export const ROUND_TRACES_WEIGHT_MAX = 4_096;

const decoder = new TextDecoder('utf-8', { fatal: true });

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
    json = JSON.parse(decoder.decode(record.value));
  } catch (cause) {
    throw new EventError('bad_value', 'Not the traces of a round: the value is not JSON', {}, { cause });
  }
  const parsed = roundTracesSchema.safeParse(json);
  if (!parsed.success) throw new EventError('bad_value', `Not the traces of a round: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
