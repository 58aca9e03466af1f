import { bytes32, uint32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.shard,
  shared.seqno,
  shared.mcBlockSeqno,
  { name: 'blocks_rows', type: uint32, codec: 'integer', comment: 'Rows of the block in blocks' },
  { name: 'blocks_digest', type: bytes32, comment: 'SHA-256 over their RowBinary bytes in sort order' },
  {
    name: 'masterchain_shards_rows',
    type: uint32,
    codec: 'integer',
    comment: 'Rows of the block in masterchain_shards',
  },
  { name: 'masterchain_shards_digest', type: bytes32, comment: 'SHA-256 over their RowBinary bytes in sort order' },
  { name: 'transactions_rows', type: uint32, codec: 'integer', comment: 'Rows of the block in transactions' },
  { name: 'transactions_digest', type: bytes32, comment: 'SHA-256 over their RowBinary bytes in sort order' },
  { name: 'messages_rows', type: uint32, codec: 'integer', comment: 'Rows of the block in messages' },
  { name: 'messages_digest', type: bytes32, comment: 'SHA-256 over their RowBinary bytes in sort order' },
  shared.rowVersion,
  {
    name: 'schema_version',
    type: uint32,
    codec: 'integer',
    comment: 'Version of the schema whose columns were digested',
    added: { bySchema: 6, default: { sql: '5', value: 5 } },
  },
] as const;

/** Row counts and digests of one block. */
export type BlockDigestRow = RowOf<typeof columns>;

export const blockDigestsTable: TableDefinition<BlockDigestRow, typeof columns> = {
  name: 'block_digests',
  comment:
    'Row counts and digests of each block, compared with the stored rows before the watermark moves and by verify',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['workchain', 'shard', 'seqno'],
  encode: encoderOf(columns),
};
