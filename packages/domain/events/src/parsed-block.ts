import { z } from 'zod';
import { EventError } from './event-error.ts';
import type { EventRecord } from './event-record.ts';

// Any program can write to the topic, so all values are checked to fit into the columns of the tables.
const base64Hash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);
const uint32 = z.number().int().min(0).max(0xffff_ffff);
const int32 = z.number().int().min(-0x8000_0000).max(0x7fff_ffff);
const UINT64_MAX = 2n ** 64n - 1n;
const lt = z
  .string()
  .regex(/^\d{1,20}$/)
  .refine((text) => text.length < 20 || BigInt(text) <= UINT64_MAX);

const transactionSchema = z.object({
  /** Account id, 64 lower-case hex digits, so that text order is chain order. */
  account: z.string().regex(/^[0-9a-f]{64}$/),
  lt,
  hash: base64Hash,
  now: uint32,
  in: z
    .object({
      hash: base64Hash,
      /** Normalised hash of an external message (TEP-467). */
      norm: base64Hash.nullable(),
      /** `system`: from -1:00…0, from the block itself (recover_create_msg, mint_msg). */
      from: z.enum(['external', 'system', 'account']),
    })
    .nullable(),
  /** Hashes of out messages that have a destination, in order. */
  out: z.array(base64Hash),
  /** The number of external out messages (logs). */
  logs: uint32,
});

const digestSchema = z.object({ rows: uint32, digest: base64Hash });

const parsedBlockSchema = z.object({
  round: uint32,
  roundIndex: uint32,
  roundBlocks: uint32,
  isRangeStart: z.boolean(),
  workchain: int32,
  /** 16 upper-case hex digits. */
  shard: z.string().regex(/^[0-9A-F]{16}$/),
  seqno: uint32,
  rootHash: base64Hash,
  genUtime: uint32,
  startLt: lt,
  endLt: lt,
  rowVersion: uint32,
  /** Version of the schema whose columns were digested. Announcements without it are of version 5. */
  schemaVersion: uint32.default(5),
  /** The rows of this block by table. They are read back before the watermark moves. */
  digests: z.object({
    blocks: digestSchema,
    masterchain_shards: digestSchema,
    transactions: digestSchema,
    messages: digestSchema,
  }),
  transactions: z.array(transactionSchema),
});

/**
 * A record of `parsed-rounds`: the data of one block that trace assembly needs. It is sent after the block's rows are
 * durable. Hashes are base64 and logical times decimal strings, so that all writers give the same JSON.
 */
export type ParsedBlock = z.infer<typeof parsedBlockSchema>;
export type ParsedTransaction = z.infer<typeof transactionSchema>;

export function encodeParsedBlock(block: ParsedBlock): EventRecord {
  return {
    key: new TextEncoder().encode(String(block.round)),
    value: new TextEncoder().encode(JSON.stringify(block)),
    headers: { round: String(block.round) },
  };
}

/** Decodes a record. @throws {EventError} `bad_value` when the value is not a parsed block */
export function decodeParsedBlock(record: Pick<EventRecord, 'value'>): ParsedBlock {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(record.value));
  } catch (cause) {
    throw new EventError('bad_value', 'Not a parsed block: the value is not JSON', {}, { cause });
  }
  const parsed = parsedBlockSchema.safeParse(json);
  if (!parsed.success) throw new EventError('bad_value', `Not a parsed block: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
