import type { blockIdV2 } from '@tonriver/api-model';
import type { BlockRow } from '@tonriver/row-schema';
import type { z } from 'zod';
import { blockKeyText, HoleError, MASTERCHAIN, MASTERCHAIN_SHARD, type Visibility } from '@tonriver/chain-reader';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';
import { unfit } from '../unfit.ts';
import { base64Of } from '../../answers/base64.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** A masterchain block of a request, and what was visible when it was the newest. */
export interface AtRound {
  readonly block: BlockRow;
  readonly visibility: Visibility;
}

/**
 * Reads the masterchain block at which an endpoint of v2 looks: that of `seqno`, or the newest.
 *
 * @throws {GatewayError} when it is not indexed, with the node's words in the deployed dialect
 */
export async function readRoundOfRequest(
  { blocks }: Pick<AnswerReader, 'blocks'>,
  visibility: Visibility,
  seqno: number | undefined,
  dialect: Dialect,
): Promise<AtRound> {
  const range = rangeOf(visibility);
  const at = seqno ?? range.lastSeqno;
  if (at < range.firstSeqno || at > range.lastSeqno) throw notIndexed(dialect);
  const key = blockKeyText({ workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno: at });
  const block = await blocks.byKey.get(key);
  if (block === undefined) throw new HoleError({ table: 'blocks', requiredBy: 'watermarks', key });
  return { block, visibility: { ...visibility, range: { ...range, lastSeqno: at }, indexedSeqno: at } };
}

/** Returns the indexed range. @throws {GatewayError} when only blocks without a round are stored */
export function rangeOf({ range }: Visibility): NonNullable<Visibility['range']> {
  if (range !== undefined) return range;
  throw new GatewayError('not_ready', 'no masterchain block is indexed yet', { retryAfterSeconds: 1 });
}

/** Clients wait for a block by asking until the words `not in db` are gone. */
export function notIndexed(dialect: Dialect, what: 'seqno' | 'lt' | 'ts' = 'seqno'): GatewayError {
  const isDeployed = dialect.name === 'deployed';
  const text = `LITE_SERVER_NOTREADY: ${what} not in db`;
  return new GatewayError('not_found', isDeployed ? text : 'this block is not indexed', {
    status: isDeployed ? 500 : 404,
  });
}

/** Reads a seqno of v2. @throws {GatewayError} for one that is not positive */
export function positiveSeqno<Seqno extends number | undefined>(seqno: Seqno, dialect: Dialect): Seqno {
  if (seqno !== undefined && seqno <= 0) throw unfit(dialect, 'seqno should be positive');
  return seqno;
}

/** Prints the id of a block. The file of the newest block may not be confirmed yet; v2 has no null. */
export function blockIdOfV2(row: BlockRow): z.output<typeof blockIdV2> {
  return {
    '@type': 'ton.blockIdExt',
    workchain: row.workchain,
    shard: String(row.shard),
    seqno: row.seqno,
    root_hash: base64Of(row.rootHash),
    file_hash: row.fileHash === null ? '' : base64Of(row.fileHash),
  };
}
