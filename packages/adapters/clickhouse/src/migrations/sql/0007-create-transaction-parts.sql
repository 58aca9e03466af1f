CREATE TABLE IF NOT EXISTS {database}.`transaction_parts`{onCluster} (
  `block_round` UInt32 COMMENT 'Round of the block; 0: a partial block (no round)' CODEC(DoubleDelta, ZSTD(1)),
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `part` UInt16 COMMENT 'Number of the part: each has 64 transactions of the block in order of lt and account, the last one the rest' CODEC(T64, ZSTD(1)),
  `kind` Enum8('cells' = 0, 'links' = 1) COMMENT 'cells: the transactions, from the parser; links: what one round tells of their traces and of the other ends of their messages, from the trace assembler' CODEC(ZSTD(1)),
  `round` UInt32 COMMENT 'links: the round that tells it; cells: 0' CODEC(DoubleDelta, ZSTD(1)),
  `first_lt` UInt64 COMMENT 'cells: lt of the first transaction; links: 0' CODEC(DoubleDelta, ZSTD(1)),
  `last_lt` UInt64 COMMENT 'cells: lt of the last transaction; links: 0' CODEC(DoubleDelta, ZSTD(1)),
  `content` String COMMENT 'cells: what the block proves of the states before and after each transaction, and a bag of cells with a root for each; links: hashes, and which of them belongs where' CODEC(ZSTD(3)),
  `version` UInt64 COMMENT 'cells: as row_version in transactions; links: as version in trace_ids. The highest is valid' CODEC(ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(version)
ORDER BY (`block_round`, `workchain`, `shard`, `seqno`, `part`, `kind`, `round`)
SETTINGS index_granularity = 8, min_bytes_for_wide_part = 1099511627776
COMMENT 'Transactions of blocks by round, as cells, some in a row, and what is known of them: for reading whole transactions';

CREATE TABLE IF NOT EXISTS {database}.`blocks_of_rounds`{onCluster} (
  `mc_block_seqno` UInt32 COMMENT 'Round: seqno of its masterchain block' CODEC(DoubleDelta, ZSTD(1)),
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `block_count` UInt32 COMMENT 'Blocks of the round' CODEC(T64, ZSTD(1)),
  `block` String COMMENT 'The row of blocks in RowBinary' CODEC(ZSTD(3)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`mc_block_seqno`, `workchain`, `shard`, `seqno`)
SETTINGS index_granularity = 64, min_bytes_for_wide_part = 1099511627776
COMMENT 'The rows of blocks by round: for reading all blocks of a round at once';

ALTER TABLE {database}.`watermarks`{onCluster} ADD COLUMN IF NOT EXISTS `linked_seqno` UInt32 COMMENT 'From this round on, transaction_parts has links of the range; 0: an older release wrote the row' CODEC(DoubleDelta, ZSTD(1));

ALTER TABLE {database}.`message_hashes`{onCluster} ADD COLUMN IF NOT EXISTS `mc_block_seqno` Nullable(UInt32) COMMENT 'Round of the transaction; NULL: a partial block (no round), or a parser before 5 wrote the row' CODEC(T64, ZSTD(1));

ALTER TABLE {database}.`transaction_hashes`{onCluster} ADD COLUMN IF NOT EXISTS `mc_block_seqno` Nullable(UInt32) COMMENT 'Round of the transaction; NULL: a partial block (no round), or a parser before 5 wrote the row' CODEC(T64, ZSTD(1));

ALTER TABLE {database}.`message_hashes`{onCluster} MODIFY SETTING min_bytes_for_wide_part = 1099511627776;

ALTER TABLE {database}.`transaction_hashes`{onCluster} MODIFY SETTING min_bytes_for_wide_part = 1099511627776;
