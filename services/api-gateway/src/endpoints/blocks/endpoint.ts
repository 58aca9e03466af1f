import { objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { blockOf } from '../../answers/block.ts';
import { textOf } from '../../answers/json-text.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { findBlocks } from './find-blocks.ts';
import { blocksQuery, LIMIT_DEFAULT, readBlocks } from './query.ts';

/** GET blocks: blocks that match all filters, newest first. How each filter leads to blocks: `findBlocks`. */
export const blocks = defineEndpoint({
  path: '/v3/blocks',
  tag: 'blockchain',
  summary: 'Blocks by filters, all of which must hold',
  description:
    'Ordered by generation time, masterchain first, then shard (as a signed number) and seqno; newest first, unless sort is asc. ' +
    'A block is listed once a masterchain block has committed it.',
  query: { schema: blocksQuery, limitDefault: LIMIT_DEFAULT, read: readBlocks },
  example: (indexed) => ({ mc_seqno: indexed?.seqno ?? 1 }),
  answerSchema: eachDialect((dialect) =>
    z.strictObject({ blocks: z.array(objectSchemas(dialect).block) }).meta({ id: 'Blocks' }),
  ),
  caching: 'watermark',
  async answer(request, { dialect, reader, visibility }) {
    const found = await findBlocks(reader, request, visibility, dialect.badRequest);
    // Rounds before the range may be stored later, while the watermark stays.
    return { text: textOf({ blocks: found.map((row) => blockOf(dialect, row)) }), isCacheable: found.length > 0 };
  },
});
