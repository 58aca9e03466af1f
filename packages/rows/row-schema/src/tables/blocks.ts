import { bool, bytes32, int32, int64, nullable, uint16, uint32, uint64, uint8 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.shard,
  shared.seqno,
  { name: 'root_hash', type: bytes32, comment: 'Hash of the block’s root cell' },
  {
    name: 'file_hash',
    type: nullable(bytes32),
    comment: 'SHA-256 of the block’s file; NULL until another block or a proof confirms it',
  },
  shared.mcBlockSeqno,
  { name: 'global_id', type: int32, codec: 'integer', comment: 'Network id of the block (not unique to one network)' },
  { name: 'version', type: uint32, codec: 'integer', comment: 'version of BlockInfo' },
  {
    name: 'after_merge',
    type: bool,
    codec: 'zstd',
    comment: 'First block after two shards merged: it has two predecessors',
  },
  { name: 'before_split', type: bool, codec: 'zstd', comment: 'Last block before its shard splits' },
  { name: 'after_split', type: bool, codec: 'zstd', comment: 'First block after its shard split' },
  { name: 'want_merge', type: bool, codec: 'zstd', comment: 'The shard should be merged with its sibling' },
  { name: 'want_split', type: bool, codec: 'zstd', comment: 'The shard should be split' },
  { name: 'key_block', type: bool, codec: 'zstd', comment: 'Masterchain block that carries the configuration' },
  { name: 'vert_seqno_incr', type: bool, codec: 'zstd', comment: 'The block increases the vertical seqno (hard fork)' },
  { name: 'flags', type: uint16, codec: 'integer', comment: 'flags of BlockInfo' },
  {
    name: 'gen_utime',
    type: uint32,
    codec: 'ordered',
    comment: 'Generation time, Unix seconds; neighbours may share it',
  },
  { name: 'start_lt', type: uint64, codec: 'ordered', comment: 'Logical time at the start of the block' },
  { name: 'end_lt', type: uint64, codec: 'ordered', comment: 'Logical time after its last transaction' },
  {
    name: 'validator_list_hash_short',
    type: uint32,
    codec: 'integer',
    comment: 'Short hash of the validator subset that made the block',
  },
  { name: 'gen_catchain_seqno', type: uint32, codec: 'integer', comment: 'Catchain seqno of that subset' },
  { name: 'min_ref_mc_seqno', type: uint32, codec: 'ordered', comment: 'Oldest masterchain block the block refers to' },
  { name: 'prev_key_block_seqno', type: uint32, codec: 'ordered', comment: 'Key block before this one' },
  { name: 'vert_seqno', type: uint32, codec: 'integer', comment: 'Vertical seqno' },
  {
    name: 'master_ref_seqno',
    type: uint32,
    codec: 'ordered',
    comment: 'Masterchain block that the shard block refers to; 0 in masterchain blocks',
  },
  { name: 'rand_seed', type: bytes32, comment: 'Random seed of the block' },
  { name: 'created_by', type: bytes32, comment: 'Public key of the validator that made it' },
  { name: 'tx_count', type: uint32, codec: 'integer', comment: 'Transactions in the block' },
  {
    name: 'gen_software_version',
    type: nullable(uint32),
    codec: 'integer',
    comment: 'Version of the software that made it; NULL when the header does not say',
  },
  {
    name: 'gen_software_capabilities',
    type: nullable(uint64),
    codec: 'zstd',
    comment: 'Capabilities of that software; NULL when the header does not say',
  },
  { name: 'prev_count', type: uint8, codec: 'integer', comment: 'Predecessors: 1, or 2 after a merge' },
  { name: 'prev_1_shard', type: int64, codec: 'integer', comment: 'Shard of the first predecessor' },
  { name: 'prev_1_seqno', type: uint32, codec: 'ordered', comment: 'Seqno of the first predecessor' },
  { name: 'prev_1_root_hash', type: bytes32, comment: 'Root hash of the first predecessor' },
  { name: 'prev_1_file_hash', type: bytes32, comment: 'File hash of the first predecessor' },
  {
    name: 'prev_2_shard',
    type: nullable(int64),
    codec: 'integer',
    comment: 'Shard of the second predecessor, after a merge',
  },
  {
    name: 'prev_2_seqno',
    type: nullable(uint32),
    codec: 'integer',
    comment: 'Seqno of the second predecessor, after a merge',
  },
  { name: 'prev_2_root_hash', type: nullable(bytes32), comment: 'Root hash of the second predecessor, after a merge' },
  { name: 'prev_2_file_hash', type: nullable(bytes32), comment: 'File hash of the second predecessor, after a merge' },
  { name: 'state_old_hash', type: bytes32, comment: 'Hash of the shard state before the block' },
  { name: 'state_new_hash', type: bytes32, comment: 'Hash of the shard state after the block' },
  {
    name: 'global_version',
    type: nullable(uint32),
    codec: 'integer',
    comment: 'Global version (configuration parameter 8) that a key block carries; else NULL',
  },
  shared.rowVersion,
] as const;

/** What `by_file_hash` orders by. A file hash that is not known is 32 zero bytes there. */
export const blocksByFileHash = 'assumeNotNull(file_hash)';

/** One block header. `shard` is signed; `mcBlockSeqno` is null for a partial block. */
export type BlockRow = RowOf<typeof columns>;

export const blocksTable: TableDefinition<BlockRow, typeof columns> = {
  name: 'blocks',
  comment: 'Block headers: one row per block of every workchain, written last of all rows of its block',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['workchain', 'shard', 'seqno'],
  settings: { ...shared.rowSettings, ...shared.projectionSettings },
  // They grow along each shard, so a span of them is a few granules of each.
  spans: [
    { column: 'gen_utime', granules: 8 },
    { column: 'start_lt', granules: 8 },
    { column: 'end_lt', granules: 8 },
  ],
  projections: [
    { name: 'by_root_hash', by: 'root_hash' },
    { name: 'by_file_hash', by: blocksByFileHash },
  ],
  pack: {
    format: 1,
    outside: [
      'root_hash',
      'file_hash',
      'rand_seed',
      'created_by',
      'prev_1_root_hash',
      'prev_1_file_hash',
      'state_old_hash',
      'state_new_hash',
    ],
  },
  encode: encoderOf(columns),
};
