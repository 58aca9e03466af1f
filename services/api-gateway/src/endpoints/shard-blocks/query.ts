import { int32Parameter, limitParameter, offsetParameter } from '@tonriver/api-model';
import { z } from 'zod';
import type { Dialect, Page } from '../../dialects/dialect.ts';

/** Parameters of both shard endpoints. */
export const shardBlocksQuery = z.object({
  seqno: int32Parameter('Masterchain block seqno').optional(),
  limit: limitParameter.optional(),
  offset: offsetParameter.optional(),
});

type ShardBlocksQuery = z.output<typeof shardBlocksQuery>;

export const limitDefault = { contract: 1000, deployed: 100 } as const;

/** A request for one of the two shard endpoints. */
export interface ShardBlocksRequest {
  readonly seqno: number;
  readonly page: Page;
}

/** Reads the parameters of masterchainBlockShards, and of masterchainBlockShardState if it has pages. */
export function readShardBlocks(query: ShardBlocksQuery, dialect: Dialect): ShardBlocksRequest {
  return { seqno: dialect.requiredSeqno(query.seqno), page: dialect.page(query, limitDefault[dialect.name]) };
}

/** Reads those of masterchainBlockShardState. In the deployed dialect it has no pages. */
export function readShardState(query: ShardBlocksQuery, dialect: Dialect): ShardBlocksRequest {
  if (dialect.hasShardTransactions) return readShardBlocks(query, dialect);
  return { seqno: dialect.requiredSeqno(query.seqno), page: { limit: Number.MAX_SAFE_INTEGER, offset: 0 } };
}
