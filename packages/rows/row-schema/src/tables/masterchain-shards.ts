import { bytes32, uint32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.roundSeqno,
  shared.workchain,
  shared.shard,
  { name: 'seqno', type: uint32, codec: 'ordered', comment: 'Newest block of the shard' },
  { name: 'root_hash', type: bytes32, comment: 'Its root hash' },
  { name: 'file_hash', type: bytes32, comment: 'Its file hash' },
  { name: 'start_lt', type: uint64, codec: 'ordered', comment: 'Its start_lt' },
  { name: 'end_lt', type: uint64, codec: 'ordered', comment: 'Its end_lt' },
  { name: 'gen_utime', type: uint32, codec: 'ordered', comment: 'Its generation time, Unix seconds' },
  shared.rowVersion,
] as const;

/** One leaf of a masterchain block’s `shard_hashes`: the newest block of one shard at that masterchain block. */
export type MasterchainShardRow = RowOf<typeof columns>;

export const masterchainShardsTable: TableDefinition<MasterchainShardRow, typeof columns> = {
  name: 'masterchain_shards',
  comment: 'The shard configuration of each masterchain block: every leaf of its shard_hashes',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['mc_block_seqno', 'workchain', 'shard'],
  encode: encoderOf(columns),
};
