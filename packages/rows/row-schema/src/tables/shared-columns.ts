import { bool, bytes32, enum8, int32, int64, nullable, uint16, uint32, uint64 } from './column-type.ts';

export const accountStatusNumbers = { uninit: 0, frozen: 1, active: 2, nonexist: 3 } as const;
export const statusChangeNumbers = { unchanged: 0, frozen: 1, deleted: 2 } as const;
export const directionNumbers = { in: 0, out: 1 } as const;

// Columns that several tables have, with the same comment and codec everywhere.

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
  comment: 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)',
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
  comment:
    'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid',
} as const;

/**
 * The first 8 bytes of a hash as a number. Equal numbers are rare but can be made on purpose, so whoever finds a row
 * by one compares the whole hash.
 */
export const hashPrefix = <const Of extends string>(of: Of) =>
  ({
    name: 'hash_prefix',
    type: uint64,
    codec: 'sorted',
    comment: `First 8 bytes of the ${of}, as reinterpretAsUInt64 makes a number of them`,
  }) as const;

export const isNorm = {
  name: 'is_norm',
  type: bool,
  codec: 'zstd',
  comment: 'True when the hash is the normalised one of an external message (TEP-467)',
} as const;

/** Whether a message was received or sent by its transaction. */
export type MessageDirection = keyof typeof directionNumbers;

/**
 * Tells of a row, in SQL, that its transaction is in `transaction_parts`: parsers since version 5 wrote those. As
 * `hasPartsSql` of `@tonriver/block-rows`.
 */
export const isInParts = 'intDiv(bitAnd(row_version, 65535), 2) >= 5';

/** Tables of older deployments have no such limit, because a table cannot change its partitions. */
const partitionsMax = 1000;

/**
 * The partition of a row in the large tables: about two weeks of masterchain time at today's pace of lt. All rows after
 * 38 years share the last partition. The number is limited because lt comes from the block, which may claim any value,
 * while the engine limits the parts of a table and the partitions of an insert.
 */
export const partitionByLt = `least(intDiv(lt, 1000000000000), ${partitionsMax - 1})`;

/** For tables that answer point queries: a small granule means less to read for one key. */
export const lookupSettings = { index_granularity: 1024 } as const;

/**
 * For tables that are read a few rows at a time and never scanned: all columns of a part in one file, however large.
 * A look-up in files of their own takes 1.5 to 2 ms more of a processor (measured with eleven columns).
 */
export const onePartFile = { min_bytes_for_wide_part: 1_099_511_627_776 } as const;

/** For tables of which one answer reads a hundred keys: the engine reads a whole granule for each key. */
export const rowSettings = { index_granularity: 256 } as const;

/** For tables with projections: when rows are merged or deleted, the engine makes the projections anew. */
export const projectionSettings = {
  deduplicate_merge_projection_mode: "'rebuild'",
  lightweight_mutation_projection_mode: "'rebuild'",
} as const;
