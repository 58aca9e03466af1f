import { objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { blockOf } from '../../answers/block.ts';
import { textOf } from '../../answers/json-text.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { readMasterchainEnds } from './masterchain-ends.ts';

/** GET masterchainInfo: the first and the last masterchain block of the contiguous indexed range. */
export const masterchainInfo = defineEndpoint({
  path: '/v3/masterchainInfo',
  tag: 'blockchain',
  summary: 'First and last indexed masterchain block',
  description: 'Every round between them is complete: what is not there did not happen.',
  query: { schema: z.object({}), read: () => ({}) },
  answerSchema: eachDialect((dialect) => {
    const { block } = objectSchemas(dialect);
    return z.strictObject({ last: block, first: block }).meta({ id: 'MasterchainInfo' });
  }),
  caching: 'watermark',
  async answer(_request, { dialect, reader, visibility }) {
    const { last, first } = await readMasterchainEnds(reader, visibility);
    return { text: textOf({ last: blockOf(dialect, last), first: blockOf(dialect, first) }) };
  },
});
