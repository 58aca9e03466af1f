import { readQuery, shardBlocksQuery } from '@tonriver/api-model';
import type { Dialect, Page } from '../../dialects/dialect.ts';

/** A request for one of the two shard endpoints. */
export interface ShardBlocksRequest {
  readonly seqno: number;
  readonly page: Page;
}

const stateQuery = shardBlocksQuery.pick({ seqno: true });

/** Reads the parameters of masterchainBlockShards, and of masterchainBlockShardState if it has pages. */
export function parseShardBlocks(dialect: Dialect, parameters: URLSearchParams): ShardBlocksRequest {
  const reading = readQuery(shardBlocksQuery, parameters);
  if (reading.kind === 'faults') throw dialect.queryError(reading.faults);
  const { seqno } = reading.query;
  return {
    seqno: dialect.requiredSeqno(seqno),
    page: dialect.page(reading.query, dialect.defaultLimits.shardBlocks),
  };
}

/** Reads those of masterchainBlockShardState in the deployed dialect, which ignores the parameters of pages. */
export function parseShardState(dialect: Dialect, parameters: URLSearchParams): ShardBlocksRequest {
  if (dialect.hasShardTransactions) return parseShardBlocks(dialect, parameters);
  const reading = readQuery(stateQuery, parameters);
  if (reading.kind === 'faults') throw dialect.queryError(reading.faults);
  return { seqno: dialect.requiredSeqno(reading.query.seqno), page: { limit: Number.MAX_SAFE_INTEGER, offset: 0 } };
}
