import { bool, bytes32, enum8, int32, int64, nullable, uint16, uint32, uint64 } from './column-type.ts';

export const accountStatusNumbers = { uninit: 0, frozen: 1, active: 2, nonexist: 3 } as const;
export const statusChangeNumbers = { unchanged: 0, frozen: 1, deleted: 2 } as const;
export const directionNumbers = { in: 0, out: 1 } as const;

// Columns that several tables have, with one wording and one codec, so that what joins also compresses alike.

export const workchain = {
  name: 'workchain',
  type: int32,
  codec: 'integer',
  comment: 'Workchain: -1 is the masterchain, 0 the basechain',
} as const;

export const account = {
  name: 'account',
  type: bytes32,
  comment: 'Account address inside its workchain (32 bytes)',
} as const;

export const lt = {
  name: 'lt',
  type: uint64,
  codec: 'ordered',
  comment: 'Logical time of the transaction; with the account its identity',
} as const;

export const shard = {
  name: 'shard',
  type: int64,
  codec: 'integer',
  comment: 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)',
} as const;

export const seqno = { name: 'seqno', type: uint32, codec: 'ordered', comment: 'Block number in its shard' } as const;

export const mcBlockSeqno = {
  name: 'mc_block_seqno',
  type: nullable(uint32),
  codec: 'integer',
  comment: 'Round: seqno of the masterchain block that first references the block; NULL when stored without its round',
} as const;

export const roundSeqno = {
  name: 'mc_block_seqno',
  type: uint32,
  codec: 'ordered',
  comment: 'Round: seqno of its masterchain block',
} as const;

export const direction = {
  name: 'direction',
  type: enum8(directionNumbers),
  codec: 'zstd',
  comment: 'Whether the transaction received the message (in) or sent it (out)',
} as const;

export const position = {
  name: 'position',
  type: uint16,
  codec: 'integer',
  comment: 'Key in the transaction’s dictionary of outgoing messages; 0 for the incoming one',
} as const;

export const rowVersion = {
  name: 'row_version',
  type: uint32,
  codec: 'integer',
  comment: 'Parser version * 2, and 2^31 when the round is known: of rows with one identity the highest holds',
} as const;

export const isNorm = {
  name: 'is_norm',
  type: bool,
  codec: 'zstd',
  comment: 'True when the hash is the normalised one of an external message (TEP-467)',
} as const;

/** Whether a message was received or sent by its transaction. */
export type MessageDirection = keyof typeof directionNumbers;

/** Partitions of a table that is made now. Tables of older deployments have no bound: a table cannot change it. */
const partitionsMax = 1000;

/**
 * Where time is split for the large tables: about a fortnight of masterchain time at today's pace of lt. What lies
 * behind 38 years of that shares the last partition: a block says its lt itself, and the engine takes only so many
 * parts in a table, and partitions in an insert.
 */
export const partitionByLt = `least(intDiv(lt, 1000000000000), ${partitionsMax - 1})`;

/** Look-up tables answer point queries: a small granule is less to read for one key. */
export const lookupSettings = { index_granularity: 1024 } as const;

/** Tables of which an answer reads a hundred keys: of each key the whole granule is read. */
export const rowSettings = { index_granularity: 256 } as const;
