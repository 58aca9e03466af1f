import { z } from 'zod';
import { EventError } from './event-error.ts';
import type { EventRecord } from './event-record.ts';

/** The place of a block in its round. */
export interface RoundPlace {
  /** Masterchain seqno of the round. */
  readonly seqno: number;
  readonly index: number;
  readonly blockCount: number;
  /** True if a contiguous range begins here: the round before is not published. */
  readonly isRangeStart: boolean;
}

/** A record of `raw-blocks`: one block. Its root hash was checked before publishing. */
export interface RawBlock {
  readonly workchain: number;
  /** 16 upper-case hex digits, as from `shardToHex`. */
  readonly shard: string;
  readonly seqno: number;
  /** Hex. */
  readonly rootHash: string;
  /** Hex; null if it is not confirmed by anything that names the block. */
  readonly fileHash: string | null;
  /** Null for a partial block, whose round is unknown. */
  readonly round: RoundPlace | null;
  readonly boc: Uint8Array;
}

const whole = z.coerce.number().int().nonnegative().max(0xffffffff);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const headersSchema = z.object({
  workchain: z.coerce.number().int().min(-0x80000000).max(0x7fffffff),
  shard: z.string().regex(/^[0-9A-F]{16}$/),
  seqno: whole,
  'root-hash': hash,
  'file-hash': hash.optional(),
  round: whole.optional(),
  'round-index': whole.optional(),
  'round-blocks': whole.optional(),
  'round-start': z.literal('1').optional(),
});

/** The key is the round's seqno (for a partial block its own), like the partition. */
export function encodeRawBlock(block: RawBlock): EventRecord {
  const { round } = block;
  const headers: Record<string, string> = {
    workchain: String(block.workchain),
    shard: block.shard,
    seqno: String(block.seqno),
    'root-hash': block.rootHash,
  };
  if (block.fileHash !== null) headers['file-hash'] = block.fileHash;
  if (round !== null) {
    headers['round'] = String(round.seqno);
    headers['round-index'] = String(round.index);
    headers['round-blocks'] = String(round.blockCount);
    if (round.isRangeStart) headers['round-start'] = '1';
  }
  return { key: new TextEncoder().encode(String(round?.seqno ?? block.seqno)), value: block.boc, headers };
}

/** Decodes a record. @throws {EventError} `bad_header` when the headers are not those of a raw block */
export function decodeRawBlock(record: Pick<EventRecord, 'value' | 'headers'>): RawBlock {
  const parsed = headersSchema.safeParse(record.headers);
  if (!parsed.success) throw new EventError('bad_header', `Not a raw block: ${z.prettifyError(parsed.error)}`);
  const headers = parsed.data;
  return {
    workchain: headers.workchain,
    shard: headers.shard,
    seqno: headers.seqno,
    rootHash: headers['root-hash'],
    fileHash: headers['file-hash'] ?? null,
    round: roundPlace(headers),
    boc: record.value,
  };
}

function roundPlace(headers: z.output<typeof headersSchema>): RoundPlace | null {
  if (headers.round === undefined) return null;
  const { 'round-index': index, 'round-blocks': blockCount } = headers;
  if (index === undefined || blockCount === undefined || index >= blockCount) {
    throw new EventError('bad_header', 'A raw block has a round, but no possible place in it', {
      round: headers.round,
    });
  }
  return { seqno: headers.round, index, blockCount, isRangeStart: headers['round-start'] === '1' };
}

/**
 * Checks the place of a raw block: the first block of a round is its only masterchain block. Otherwise an incomplete
 * round would count as complete, and the watermark would pass a hole.
 *
 * @returns the problem, or undefined
 */
export function faultOfRoundPlace({
  workchain,
  seqno,
  round,
}: Pick<RawBlock, 'workchain' | 'seqno' | 'round'>): string | undefined {
  if (round === null) return undefined;
  const isFirst = round.index === 0;
  if (workchain !== -1) return isFirst ? `a shard block announced as the first of round ${round.seqno}` : undefined;
  if (isFirst && seqno === round.seqno) return undefined;
  return `masterchain block ${seqno} announced as block ${round.index} of round ${round.seqno}`;
}
