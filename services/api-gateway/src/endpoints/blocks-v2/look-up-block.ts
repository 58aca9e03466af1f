import { blockIdV2, int32ParameterV2, int64Parameter } from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import { blockIdOfV2 } from '../accounts-v2/at-round.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { unfit } from '../unfit.ts';
import { blockExample } from './block-of-request.ts';
import { type BlockMark, type BlockSought, findBlock } from './find-block.ts';

/** v2 lookupBlock: the id of a block. */
export const lookupBlock = defineEndpoint({
  path: '/v2/lookupBlock',
  tag: 'blockchain',
  summary: 'Id of a block, by seqno or time',
  description:
    'By exactly one of seqno, lt (the first block that ends there or later) and unixtime (the first block made then or ' +
    'later). After a split or a merge, the block may be of another shard than the one that was asked for.',
  query: {
    schema: z.object({
      workchain: int32ParameterV2('Workchain of the block'),
      shard: int64Parameter('Shard of the block, signed decimal'),
      seqno: int32ParameterV2('Seqno of the block', { minimum: 1 }).optional(),
      lt: int64Parameter('Logical time').optional(),
      unixtime: int32ParameterV2('Unix time in seconds', { minimum: 0 }).optional(),
    }),
    read({ workchain, shard, seqno, lt, unixtime: time }, dialect): BlockSought {
      if (seqno !== undefined && seqno <= 0) throw unfit(dialect, 'seqno should be positive');
      if (lt !== undefined && lt < 0n) throw unfit(dialect, 'lt should be non-negative');
      if (time !== undefined && time < 0) throw unfit(dialect, 'unixtime should be non-negative');
      const marks: BlockMark[] = [
        ...(seqno === undefined ? [] : [{ kind: 'seqno' as const, seqno }]),
        ...(lt === undefined ? [] : [{ kind: 'lt' as const, lt }]),
        ...(time === undefined ? [] : [{ kind: 'unixtime' as const, time }]),
      ];
      const [mark] = marks;
      if (mark === undefined || marks.length > 1) {
        throw unfit(dialect, 'exactly one of seqno, lt, unixtime should be specified');
      }
      return { workchain, shard, mark };
    },
  },
  example: blockExample,
  errors: { contract: { 404: 'Not indexed' }, deployed: { 500: 'Not indexed' } },
  answerSchema: blockIdV2,
  caching: 'watermark',
  async answer(sought, context) {
    return { text: textOf(blockIdOfV2(await findBlock(context, sought))) };
  },
});
