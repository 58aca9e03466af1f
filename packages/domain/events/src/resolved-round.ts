import { z } from 'zod';
import { EventError } from './event-error.ts';
import type { EventRecord } from './event-record.ts';

// Any program can write to the topic, so all values are checked to fit into the columns of the tables.
const uint32 = z.number().int().min(0).max(0xffff_ffff);
const base64Hash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);
const UINT64_MAX = 2n ** 64n - 1n;

const changedAccountSchema = z.object({
  workchain: z.number().int().min(-0x8000_0000).max(0x7fff_ffff),
  /** 64 lower-case hex digits. */
  account: z.string().regex(/^[0-9a-f]{64}$/),
  /** Logical time of its last transaction in the block, decimal. */
  lt: z
    .string()
    .regex(/^\d{1,20}$/)
    .refine((text) => text.length < 20 || BigInt(text) <= UINT64_MAX),
  /** Null for none: the account is deleted, frozen or not deployed. */
  code: base64Hash.nullable(),
  data: base64Hash.nullable(),
  /** The code was another before, or the account is met for the first time. */
  isCodeNew: z.boolean(),
});

const resolvedRoundSchema = z.object({
  /** Masterchain seqno of the round. */
  round: uint32,
  /** First round of the range of resolved rounds that the round belongs to: rounds of one range come in order. */
  range: uint32,
  /** Number of the record in its round, from 0 on. All but the last one have as many accounts as a record may have. */
  part: uint32,
  isLast: z.boolean(),
  accounts: z.array(changedAccountSchema),
});

/**
 * A record of `resolved-rounds`: accounts whose code or data changed in a round, also those of initial states that were
 * used for it. It is sent after their rows are durable. A round that is resolved again gives the same records.
 */
export type ResolvedRound = z.infer<typeof resolvedRoundSchema>;
export type ResolvedAccount = z.infer<typeof changedAccountSchema>;

/** Accounts of one record: it then has at most about 1 MiB. */
export const RESOLVED_ACCOUNTS_MAX = 4096;

export function encodeResolvedRound(round: ResolvedRound): EventRecord {
  return {
    key: new TextEncoder().encode(String(round.round)),
    value: new TextEncoder().encode(JSON.stringify(round)),
    headers: { round: String(round.round) },
  };
}

/** Decodes a record. @throws {EventError} `bad_value` when the value is not a resolved round */
export function decodeResolvedRound(record: Pick<EventRecord, 'value'>): ResolvedRound {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(record.value));
  } catch (cause) {
    throw new EventError('bad_value', 'Not a resolved round: the value is not JSON', {}, { cause });
  }
  const parsed = resolvedRoundSchema.safeParse(json);
  if (!parsed.success) throw new EventError('bad_value', `Not a resolved round: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
