import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import {
  bool,
  bytes,
  bytes32,
  enum8,
  extraCurrencies,
  int32,
  int64,
  nullable,
  text,
  uint128,
  uint32,
  uint64,
  writeExtraCurrencies,
} from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const messageKindNumbers = { internal: 0, external_in: 1, external_out: 2 } as const;
const addressKindNumbers = { none: 0, extern: 1, std: 2, var: 3 } as const;

const columns = [
  shared.workchain,
  shared.account,
  shared.lt,
  shared.direction,
  shared.position,
  { name: 'block_shard', type: int64, codec: 'integer', comment: 'Shard of the block of the transaction' },
  { name: 'block_seqno', type: uint32, codec: 'ordered', comment: 'Seqno of the block of the transaction' },
  shared.mcBlockSeqno,
  { name: 'hash', type: bytes32, comment: 'Message hash' },
  {
    name: 'hash_norm',
    type: nullable(bytes32),
    comment: 'Normalised hash of an external message (TEP-467); NULL for others',
  },
  { name: 'kind', type: enum8(messageKindNumbers), codec: 'zstd', comment: 'Kind of message' },
  { name: 'source_type', type: enum8(addressKindNumbers), codec: 'zstd', comment: 'Kind of the source address' },
  { name: 'source_workchain', type: int32, codec: 'integer', comment: 'Workchain of the source' },
  {
    name: 'source_account',
    type: bytes32,
    comment: 'Account of the source, after anycast rewriting; zero when there is none',
  },
  { name: 'source_text', type: text, codec: 'zstd', comment: 'Text form of an extern or var source; else empty' },
  {
    name: 'destination_type',
    type: enum8(addressKindNumbers),
    codec: 'zstd',
    comment: 'Kind of the destination address',
  },
  { name: 'destination_workchain', type: int32, codec: 'integer', comment: 'Workchain of the destination' },
  {
    name: 'destination_account',
    type: bytes32,
    comment: 'Account of the destination, after anycast rewriting; zero when there is none',
  },
  {
    name: 'destination_text',
    type: text,
    codec: 'zstd',
    comment: 'Text form of an extern or var destination; else empty',
  },
  { name: 'value', type: nullable(uint128), codec: 'zstd', comment: 'Value in nanograms; NULL for external messages' },
  { name: 'value_extra', type: extraCurrencies, codec: 'zstd', comment: 'Value in extra currencies' },
  { name: 'fwd_fee', type: nullable(uint128), codec: 'zstd', comment: 'Forward fee; NULL for external messages' },
  {
    name: 'ihr_fee',
    type: nullable(uint128),
    codec: 'zstd',
    comment: 'Raw field: ihr_fee, or extra_flags from global version 12 on; NULL for external messages',
  },
  {
    name: 'import_fee',
    type: nullable(uint128),
    codec: 'zstd',
    comment: 'Import fee of an external_in message; NULL for others',
  },
  {
    name: 'created_lt',
    type: nullable(uint64),
    codec: 'zstd',
    comment: 'Logical time of the message; NULL for external_in',
  },
  {
    name: 'created_at',
    type: nullable(uint32),
    codec: 'integer',
    comment: 'Unix time of the message; NULL for external_in',
  },
  { name: 'ihr_disabled', type: nullable(bool), codec: 'zstd', comment: 'NULL for external messages' },
  {
    name: 'bounce',
    type: nullable(bool),
    codec: 'zstd',
    comment: 'The message asks to be bounced; NULL for external messages',
  },
  {
    name: 'bounced',
    type: nullable(bool),
    codec: 'zstd',
    comment: 'The message is a bounced one; NULL for external messages',
  },
  {
    name: 'opcode',
    type: nullable(uint32),
    codec: 'integer',
    comment: 'First 32 bits of the body; NULL when it is shorter',
  },
  {
    name: 'body_hash',
    type: bytes32,
    comment: 'Hash of the body as a cell of its own; the body is in the cells of the transaction (transaction_parts)',
  },
  {
    name: 'body_in_reference',
    type: bool,
    codec: 'zstd',
    comment: 'The body is in a reference of the message cell, not inline',
  },
  {
    name: 'init_hash',
    type: nullable(bytes32),
    comment: 'Hash of the StateInit as a cell of its own (state_inits); NULL: none',
  },
  { name: 'init_in_reference', type: bool, codec: 'zstd', comment: 'The StateInit is in a reference, not inline' },
  {
    name: 'raw_boc',
    type: bytes,
    codec: 'cells',
    comment: 'The message cell as a bag of cells if it cannot be rebuilt exactly from the columns; otherwise empty',
  },
  shared.rowVersion,
] as const;

/**
 * One message of one transaction. Its body is in the cells of the transaction (`transaction_parts`); `initHash` is a
 * key of `state_inits`.
 */
export type MessageRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeMessageRow(writer: RowBinaryWriter, row: MessageRow): void {
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.uint64(row.lt);
  writer.int8(shared.directionNumbers[row.direction]);
  writer.uint16(row.position);
  writer.int64(row.blockShard);
  writer.uint32(row.blockSeqno);
  writer.nullableUint32(row.mcBlockSeqno);
  writer.bytes32(row.hash);
  writer.nullableBytes32(row.hashNorm);
  writer.int8(messageKindNumbers[row.kind]);
  writer.int8(addressKindNumbers[row.sourceType]);
  writer.int32(row.sourceWorkchain);
  writer.bytes32(row.sourceAccount);
  writer.string(row.sourceText);
  writer.int8(addressKindNumbers[row.destinationType]);
  writer.int32(row.destinationWorkchain);
  writer.bytes32(row.destinationAccount);
  writer.string(row.destinationText);
  writer.nullableUint128(row.value);
  writeExtraCurrencies(writer, row.valueExtra);
  writer.nullableUint128(row.fwdFee);
  writer.nullableUint128(row.ihrFee);
  writer.nullableUint128(row.importFee);
  writer.nullableUint64(row.createdLt);
  writer.nullableUint32(row.createdAt);
  writer.nullableBool(row.ihrDisabled);
  writer.nullableBool(row.bounce);
  writer.nullableBool(row.bounced);
  writer.nullableUint32(row.opcode);
  writer.bytes32(row.bodyHash);
  writer.bool(row.bodyInReference);
  writer.nullableBytes32(row.initHash);
  writer.bool(row.initInReference);
  writer.stringBytes(row.rawBoc);
  writer.uint32(row.rowVersion);
}

export const messagesTable: TableDefinition<MessageRow, typeof columns> = {
  name: 'messages',
  comment:
    'Messages of transactions: an internal message has one row for its sender (out) and one for its receiver (in)',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['workchain', 'account', 'lt', 'direction', 'position'],
  partitionBy: shared.partitionByLt,
  settings: shared.rowSettings,
  pack: {
    format: 1,
    outside: ['hash', 'source_account', 'destination_account', 'body_hash'],
    emptyWhere: shared.isInParts,
  },
  encode: encodeMessageRow,
};
