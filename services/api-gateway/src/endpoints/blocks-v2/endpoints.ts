import { blockIdV2, int32ParameterV2, integer } from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import type { IndexedExamples } from '../../documentation/indexed-examples.ts';
import { GatewayError } from '../../gateway-error.ts';
import { blockIdOfV2, positiveSeqno, readRoundOfRequest } from '../accounts-v2/at-round.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { getBlockHeader } from './block-header.ts';
import { lookupBlock } from './look-up-block.ts';
import { readShardTops } from '../shard-blocks/whole-rounds.ts';

/** v2 getConsensusBlock: the newest masterchain block. */
const getConsensusBlock = defineEndpoint({
  path: '/v2/getConsensusBlock',
  tag: 'blockchain',
  summary: 'Seqno of the newest indexed masterchain block',
  description: 'The timestamp is that of the answer.',
  query: { schema: z.object({}), read: () => ({}) },
  answerSchema: z
    .strictObject({
      '@type': z.literal('ext.blocks.consensusBlock'),
      consensus_block: integer,
      timestamp: integer,
    })
    .meta({ id: 'ConsensusBlock' }),
  caching: 'watermark',
  async answer(_request, { reader, visibility, dialect }) {
    const { block } = await readRoundOfRequest(reader, visibility, undefined, dialect);
    const timestamp = Math.floor(Date.now() / 1000);
    const result = { '@type': 'ext.blocks.consensusBlock', consensus_block: block.seqno, timestamp };
    return { text: textOf(result), isCacheable: false };
  },
});

const shardsSchema = z
  .strictObject({ '@type': z.literal('blocks.shards'), shards: z.array(blockIdV2) })
  .meta({ id: 'ShardsV2' });

/** Defines v2 shards and getShards, which are the same. */
function shardsEndpoint(name: 'shards' | 'getShards'): Endpoint {
  return defineEndpoint({
    path: `/v2/${name}`,
    tag: 'blockchain',
    summary: 'The newest block of every shard in the state of a masterchain block',
    description: 'Without the masterchain itself.',
    query: {
      schema: z.object({ seqno: int32ParameterV2('Seqno of the masterchain block', { minimum: 1 }) }),
      read: ({ seqno }, dialect): number => positiveSeqno(seqno, dialect),
    },
    example: (indexed: IndexedExamples | undefined) => ({ seqno: indexed?.seqno ?? 1 }),
    errors: { contract: { 404: 'Not indexed' }, deployed: { 500: 'Not indexed' } },
    answerSchema: shardsSchema,
    caching: 'watermark',
    async answer(seqno, { reader, visibility, dialect }) {
      await readRoundOfRequest(reader, visibility, seqno, dialect);
      const [rows, tops = []] = await Promise.all([
        readShardTops(reader, visibility, seqno),
        reader.blocks.shardTops.get(String(seqno)),
      ]);
      if (rows.length < tops.length) throw notStored(dialect.name === 'deployed');
      return { text: textOf({ '@type': 'blocks.shards', shards: rows.map(blockIdOfV2) }) };
    },
  });
}

/** A zero state is no block, and a block from before the indexed range is not stored: a list without them is wrong. */
function notStored(isDeployed: boolean): GatewayError {
  const text = 'a shard is at its zero state or at a block from before the indexed range: not in db';
  return new GatewayError('not_found', text, { status: isDeployed ? 500 : 404 });
}

/** v2 getConsensusBlock, shards, getShards, lookupBlock, getBlockHeader. */
export const blockEndpointsV2: readonly Endpoint[] = [
  getConsensusBlock,
  shardsEndpoint('shards'),
  shardsEndpoint('getShards'),
  lookupBlock,
  getBlockHeader,
];
