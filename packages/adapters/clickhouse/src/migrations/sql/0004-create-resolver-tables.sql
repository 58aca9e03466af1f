CREATE TABLE IF NOT EXISTS {database}.`resolved_blocks`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `range_seqno` UInt32 COMMENT 'First round of the range in which the block was resolved; 0: resolved as a partial block' CODEC(DoubleDelta, ZSTD(1)),
  `is_complete` Bool COMMENT 'Whether every account of the network was known from the first round of the range to that of the block' CODEC(ZSTD(1)),
  `initial_states` String COMMENT 'Initial states that were used for the block: 16 bytes each, workchain, shard and seqno, big-endian' CODEC(ZSTD(1)),
  `libraries` String COMMENT 'Rows of libraries that were written for the block: 33 bytes each, the hash, then 1 when it was added and 0 when it was removed' CODEC(ZSTD(1)),
  `checksum` UInt64 COMMENT 'First 8 bytes of SHA-256 over this row, with checksum 0, and the row of resolved_accounts, in RowBinary'
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`workchain`, `shard`, `seqno`, `range_seqno`)
COMMENT 'Results of the state-resolver for every block: verify requires the rows that they say were written';

CREATE TABLE IF NOT EXISTS {database}.`resolved_accounts`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `range_seqno` UInt32 COMMENT 'As in resolved_blocks' CODEC(DoubleDelta, ZSTD(1)),
  `data_rows` String COMMENT 'A bit per account with transactions in the block, in order of address, the highest bit of a byte first: 1 when account_data has a row for its state after the block; empty: unknown' CODEC(ZSTD(1)),
  `code_trees` String COMMENT 'The same bits: 1 when cell_trees has its code after the block' CODEC(ZSTD(1)),
  `states_before` String COMMENT 'The same bits: 1 when account_states has its state before the block, which the block contains' CODEC(ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`workchain`, `shard`, `seqno`, `range_seqno`)
COMMENT 'For which accounts of a block the code, the data and the state before the block are stored';

CREATE TABLE IF NOT EXISTS {database}.`initial_states`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `part` UInt32 COMMENT 'Number of the part, from 0: a state has many accounts' CODEC(DoubleDelta, ZSTD(1)),
  `is_last` Bool COMMENT 'Whether no part comes after this one' CODEC(ZSTD(1)),
  `hash` FixedString(32) COMMENT 'Hash of the state',
  `accounts` String COMMENT 'Its accounts by address, 45 bytes each: address, lt (little-endian), first 4 bytes of SHA-256 of the transaction hash, then 1 when account_data has a row for it plus 2 when cell_trees has its code' CODEC(ZSTD(1)),
  `libraries` String COMMENT 'In the last part: the rows of libraries that were written for the state, as in resolved_blocks' CODEC(ZSTD(1)),
  `config_hash` Nullable(FixedString(32)) COMMENT 'In the last part of a masterchain state: its configuration, which has a row in configs; otherwise NULL',
  `checksum` UInt64 COMMENT 'First 8 bytes of SHA-256 over the row in RowBinary, with checksum 0'
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`workchain`, `shard`, `seqno`, `part`)
COMMENT 'Initial states that the state-resolver used: their rows must be stored, though no block refers to them';
