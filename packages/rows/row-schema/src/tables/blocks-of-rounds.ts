import { bytes, uint32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.roundSeqno,
  shared.workchain,
  shared.shard,
  shared.seqno,
  { name: 'block_count', type: uint32, codec: 'integer', comment: 'Blocks of the round' },
  { name: 'block', type: bytes, codec: 'cells', comment: 'The row of blocks in RowBinary' },
  shared.rowVersion,
] as const;

/** One block of one round, whole. Partial blocks have no row, nor have those that a parser before 5 stored. */
export type BlockOfRoundRow = RowOf<typeof columns>;

export const blocksOfRoundsTable: TableDefinition<BlockOfRoundRow, typeof columns> = {
  name: 'blocks_of_rounds',
  comment: 'The rows of blocks by round: for reading all blocks of a round at once',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['mc_block_seqno', 'workchain', 'shard', 'seqno'],
  // The engine reads whole granules; some rounds in a row are read together.
  settings: { index_granularity: 64, ...shared.onePartFile },
  encode: encoderOf(columns),
};
