import {
  hashParameter,
  int32Parameter,
  limitParameter,
  logicalTimeParameter,
  offsetParameter,
  parseSort,
  shardParameter,
  textParameter,
  unixTimeParameter,
} from '@tonriver/api-model';
import { z } from 'zod';
import type { Dialect, Page } from '../../dialects/dialect.ts';

export const blocksQuery = z.object({
  workchain: int32Parameter('Workchain of the block').optional(),
  shard: shardParameter('Shard of the block').optional(),
  seqno: int32Parameter('Seqno of the block in its shard').optional(),
  root_hash: hashParameter('Hash of the root cell of the block').optional(),
  file_hash: hashParameter('Hash of the file of the block').optional(),
  mc_seqno: int32Parameter('Seqno of the masterchain block that committed the block').optional(),
  start_utime: unixTimeParameter('Blocks generated after or at').optional(),
  end_utime: unixTimeParameter('Blocks generated before or at').optional(),
  start_lt: logicalTimeParameter('Blocks whose start_lt is at or after this logical time').optional(),
  end_lt: logicalTimeParameter('Blocks whose start_lt is at or before this logical time').optional(),
  limit: limitParameter.optional(),
  offset: offsetParameter.optional(),
  sort: textParameter('Order of the generation time: asc or desc (default)').optional(),
});

export type BlocksQuery = z.output<typeof blocksQuery>;

/** The filters of a request. All that are given must hold. */
export type BlockFilters = Omit<BlocksQuery, 'limit' | 'offset' | 'sort'>;

/** A request for blocks. Order and page are checked, filters are as received. */
export interface BlocksRequest {
  readonly filters: BlockFilters;
  readonly order: 'asc' | 'desc';
  readonly page: Page;
}

export const LIMIT_DEFAULT = 100;

export function readBlocks({ limit, offset, sort, ...filters }: BlocksQuery, dialect: Dialect): BlocksRequest {
  const order = sort === undefined ? 'desc' : parseSort(sort);
  if (order === undefined) throw dialect.badRequest('wrong value for sort parameter');
  return { filters, order, page: dialect.page({ limit, offset }, LIMIT_DEFAULT) };
}
