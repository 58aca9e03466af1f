import { blockIdV2, decimal, integer } from '@tonriver/api-model';
import type { BlockRow } from '@tonriver/row-schema';
import { z } from 'zod';
import { base64Of } from '../../answers/base64.ts';
import { textOf } from '../../answers/json-text.ts';
import { blockIdOfV2 } from '../accounts-v2/at-round.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import {
  blockExample,
  blockParameters,
  blockToldAs,
  readBlockOfRequest,
  readBlockRequest,
} from './block-of-request.ts';

const headerSchema = z
  .strictObject({
    '@type': z.literal('blocks.header'),
    id: blockIdV2,
    global_id: integer,
    version: integer,
    after_merge: z.boolean(),
    after_split: z.boolean(),
    before_split: z.boolean(),
    want_merge: z.boolean(),
    want_split: z.boolean(),
    validator_list_hash_short: integer.meta({ description: 'Signed, 32 bits' }),
    catchain_seqno: integer,
    min_ref_mc_seqno: integer,
    is_key_block: z.boolean(),
    prev_key_block_seqno: integer.meta({ description: '0 in shard blocks' }),
    start_lt: decimal,
    end_lt: decimal,
    gen_utime: integer,
    prev_blocks: z.array(blockIdV2).meta({ description: 'Two after a merge' }),
  })
  .meta({ id: 'BlockHeader' });

/** v2 getBlockHeader: the header of a block. */
export const getBlockHeader = defineEndpoint({
  path: '/v2/getBlockHeader',
  tag: 'blockchain',
  summary: 'Header of a block',
  description: 'With the blocks before it: two after a merge.',
  query: { schema: blockParameters, toldAs: blockToldAs, read: readBlockRequest },
  example: blockExample,
  errors: { contract: { 404: 'Not indexed' }, deployed: { 500: 'Not indexed' } },
  answerSchema: headerSchema,
  caching: 'watermark',
  async answer(request, context) {
    return { text: textOf(headerOf(await readBlockOfRequest(context, request))) };
  },
});

function headerOf(row: BlockRow): z.output<typeof headerSchema> {
  const isMasterchain = row.workchain === -1;
  return {
    '@type': 'blocks.header',
    id: blockIdOfV2(row),
    global_id: row.globalId,
    version: row.version,
    after_merge: row.afterMerge,
    after_split: row.afterSplit,
    before_split: row.beforeSplit,
    want_merge: row.wantMerge,
    want_split: row.wantSplit,
    validator_list_hash_short: row.validatorListHashShort | 0,
    catchain_seqno: row.genCatchainSeqno,
    min_ref_mc_seqno: row.minRefMcSeqno,
    is_key_block: row.keyBlock,
    prev_key_block_seqno: isMasterchain ? row.prevKeyBlockSeqno : 0,
    start_lt: String(row.startLt),
    end_lt: String(row.endLt),
    gen_utime: row.genUtime,
    prev_blocks: previousOf(row),
  };
}

function previousOf(row: BlockRow): z.output<typeof blockIdV2>[] {
  const { workchain, prev2Shard, prev2Seqno, prev2RootHash, prev2FileHash } = row;
  const idOf = (shard: bigint, seqno: number, rootHash: Uint8Array, fileHash: Uint8Array) =>
    ({
      '@type': 'ton.blockIdExt',
      workchain,
      shard: String(shard),
      seqno,
      root_hash: base64Of(rootHash),
      file_hash: base64Of(fileHash),
    }) as const;
  const first = idOf(row.prev1Shard, row.prev1Seqno, row.prev1RootHash, row.prev1FileHash);
  const hasSecond = prev2Shard !== null && prev2Seqno !== null && prev2RootHash !== null && prev2FileHash !== null;
  return hasSecond ? [first, idOf(prev2Shard, prev2Seqno, prev2RootHash, prev2FileHash)] : [first];
}
