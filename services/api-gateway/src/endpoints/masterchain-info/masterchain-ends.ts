import {
  blockKeyText,
  type BlockRecord,
  HoleError,
  MASTERCHAIN,
  MASTERCHAIN_SHARD,
  type Visibility,
} from '@tonriver/chain-reader';
import { GatewayError } from '../../gateway-error.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** Reads the last and the first masterchain block of the indexed range. @throws {HoleError} when one is missing */
export async function readMasterchainEnds(
  { blocks }: Pick<AnswerReader, 'blocks'>,
  { range }: Visibility,
): Promise<{ readonly last: BlockRecord; readonly first: BlockRecord }> {
  if (range === undefined) {
    throw new GatewayError('not_ready', 'no masterchain block is indexed yet', { retryAfterSeconds: 1 });
  }
  const keys = [range.lastSeqno, range.firstSeqno].map((seqno) =>
    blockKeyText({ workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno }),
  );
  const [last, first] = await blocks.byKey.getMany(keys);
  // The watermark is written after its blocks.
  if (last === undefined || first === undefined) {
    throw new HoleError({ table: 'blocks', requiredBy: 'watermarks', key: keys[last === undefined ? 0 : 1] ?? '' });
  }
  return { last, first };
}
