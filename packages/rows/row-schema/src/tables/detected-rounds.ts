import { bool, bytes, uint32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.roundSeqno,
  {
    name: 'part',
    type: uint32,
    codec: 'integer',
    comment: 'Number of the part of the round, from 0 on: a round with initial states may have several',
  },
  { name: 'range_seqno', type: uint32, codec: 'integer', comment: 'First round of the range, as in resolved_blocks' },
  { name: 'is_last', type: bool, codec: 'zstd', comment: 'Whether it is the last part: then the round is done' },
  {
    name: 'account_count',
    type: uint32,
    codec: 'integer',
    comment: 'Accounts of the part whose code or data changed',
  },
  {
    name: 'row_keys',
    type: bytes,
    codec: 'zstd',
    comment:
      'Rows of contract_interfaces that were written for it: 4 bytes each, big-endian, the first 4 bytes of the account plus lt plus kind * 2^27, modulo 2^32',
  },
  {
    name: 'checksum',
    type: uint64,
    comment: 'First 8 bytes of SHA-256 over this row, with checksum 0, in RowBinary',
  },
] as const;

/** A part of a round whose contracts were examined. */
export type DetectedRoundRow = RowOf<typeof columns>;

export const detectedRoundsTable: TableDefinition<DetectedRoundRow, typeof columns> = {
  name: 'detected_rounds',
  comment: 'Progress of the interface-detector: rounds whose contracts were examined',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['mc_block_seqno', 'part'],
  encode: encoderOf(columns),
};
