CREATE TABLE IF NOT EXISTS {database}.`resolved_blocks`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `range_seqno` UInt32 COMMENT 'First round of the range in which the block was resolved; 0: without its round' CODEC(DoubleDelta, ZSTD(1)),
  `is_complete` Bool COMMENT 'Whether every account of the network was known from the first round of the range to that of the block' CODEC(ZSTD(1)),
  `initial_states` String COMMENT 'Initial states that were used with the block: 16 bytes each, workchain, shard and seqno, big-endian' CODEC(ZSTD(1)),
  `libraries` String COMMENT 'Rows of libraries that the block left: 33 bytes each, the hash, then 1 when it came and 0 when it went' CODEC(ZSTD(1)),
  `checksum` UInt64 COMMENT 'First 8 bytes of SHA-256 over the row and that of resolved_accounts, in RowBinary, this number 0'
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`workchain`, `shard`, `seqno`, `range_seqno`)
COMMENT 'What the state-resolver did with every block: verify demands the rows that it says it wrote';

CREATE TABLE IF NOT EXISTS {database}.`resolved_accounts`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `range_seqno` UInt32 COMMENT 'As in resolved_blocks' CODEC(DoubleDelta, ZSTD(1)),
  `data_rows` String COMMENT 'A bit per account with transactions in the block, by address, the first the highest of a byte: account_data has a row of its state after the block; empty: nothing is said' CODEC(ZSTD(1)),
  `code_trees` String COMMENT 'The same: cell_trees has its code after the block' CODEC(ZSTD(1)),
  `states_before` String COMMENT 'The same: account_states has its state before the block, which the block shows' CODEC(ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`workchain`, `shard`, `seqno`, `range_seqno`)
COMMENT 'Of which accounts of a block code, data and the state before it are stored';

CREATE TABLE IF NOT EXISTS {database}.`initial_states`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `part` UInt32 COMMENT 'Number of the part, from 0: a state has many accounts' CODEC(DoubleDelta, ZSTD(1)),
  `is_last` Bool COMMENT 'Whether no part comes after this one' CODEC(ZSTD(1)),
  `hash` FixedString(32) COMMENT 'Hash of the state',
  `accounts` String COMMENT 'Its accounts by address, 45 bytes each: address, lt (little-endian), first 4 bytes of SHA-256 of the transaction hash, then 1 when account_data has a row of it plus 2 when cell_trees has its code' CODEC(ZSTD(1)),
  `libraries` String COMMENT 'In the last part: rows of libraries that the state left, as in resolved_blocks' CODEC(ZSTD(1)),
  `config_hash` Nullable(FixedString(32)) COMMENT 'In the last part of a masterchain state: its configuration, of which configs has a row; else NULL',
  `checksum` UInt64 COMMENT 'First 8 bytes of SHA-256 over the row in RowBinary, this number 0'
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`workchain`, `shard`, `seqno`, `part`)
COMMENT 'The initial states that were used: whose rows must be there, though no block names them';
