CREATE TABLE IF NOT EXISTS {database}.`classified_traces`{onCluster} (
  `end_lt` UInt64 COMMENT 'Largest lt of the trace' CODEC(DoubleDelta, ZSTD(1)),
  `trace_id` FixedString(32) COMMENT 'Hash of the first transaction',
  `mc_seqno_end` UInt32 COMMENT 'Round of the last transaction' CODEC(DoubleDelta, ZSTD(1)),
  `end_utime` UInt32 COMMENT 'Unix time of the last transaction' CODEC(DoubleDelta, ZSTD(1)),
  `mc_seqno_start` UInt32 COMMENT 'Round of the first transaction' CODEC(DoubleDelta, ZSTD(1)),
  `start_lt` UInt64 COMMENT 'Smallest lt' CODEC(DoubleDelta, ZSTD(1)),
  `start_utime` UInt32 COMMENT 'Unix time of the first transaction' CODEC(DoubleDelta, ZSTD(1)),
  `external_hash` Nullable(FixedString(32)) COMMENT 'Hash of the message that began it; NULL: none',
  `external_hash_norm` Nullable(FixedString(32)) COMMENT 'Normalised hash, where it differs; NULL: none',
  `trace_state` Enum8('complete' = 1, 'broken' = 2) COMMENT 'complete; broken: its start or a part of it is not indexed' CODEC(ZSTD(1)),
  `nodes` UInt32 COMMENT 'Transactions' CODEC(T64, ZSTD(1)),
  `edges` UInt32 COMMENT 'Messages between them' CODEC(T64, ZSTD(1)),
  `classification` Enum8('unclassified' = 0, 'failed' = 1, 'ok' = 2, 'broken' = 3) COMMENT 'ok; broken: a message contradicts what is known of an account; failed: only the basic actions, or none; unclassified: the trace is too large, or its transactions are not known' CODEC(ZSTD(1)),
  `knows_interfaces` Bool COMMENT 'False: classified before it was known what the contracts were in its last round; it is done again' CODEC(ZSTD(1)),
  `rules_version` UInt16 COMMENT 'Version of the rules of classification' CODEC(T64, ZSTD(1)),
  `places` String COMMENT 'Blocks of its transactions, and their numbers there; empty: not known, or too many' CODEC(ZSTD(1)),
  `transactions` Array(FixedString(32)) COMMENT 'Hashes of its transactions in order of lt and account; empty when their places are',
  `accounts` Array(String) COMMENT 'Accounts of its transactions and actions: workchain (4 bytes, big-endian), account (32 bytes), 1 where it has a transaction in the trace, else 0' CODEC(ZSTD(1)),
  `action_types` Array(String) COMMENT 'Types of the actions, in their order; an action of only one dialect too' CODEC(ZSTD(1)),
  `actions` Array(String) COMMENT 'The actions as JSON, in order of start_lt, end_lt and action_id: type, details, success, times; numbers of transactions and accounts from 0' CODEC(ZSTD(3)),
  `version` UInt64 COMMENT '(2^32 minus first round of the range) * 2^32 + rules version * 2^17 + generation of the interfaces * 2 + whether they were known; the highest is valid' CODEC(ZSTD(1)),
  `checksum` UInt64 COMMENT 'First 8 bytes of SHA-256 over this row, with checksum 0, in RowBinary',
  INDEX mc_seqno_end_span mc_seqno_end TYPE minmax GRANULARITY 1,
  INDEX end_utime_span end_utime TYPE minmax GRANULARITY 1,
  INDEX knows_interfaces_span knows_interfaces TYPE minmax GRANULARITY 1,
  INDEX rules_version_span rules_version TYPE minmax GRANULARITY 1
) ENGINE = {replicated}ReplacingMergeTree(version)
ORDER BY (`end_lt`, `trace_id`)
SETTINGS index_granularity = 256
COMMENT 'Finished traces and their actions (jetton_transfer, jetton_swap and others)';

CREATE TABLE IF NOT EXISTS {database}.`trace_accounts`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)',
  `end_lt` UInt64 COMMENT 'Largest lt of the trace' CODEC(DoubleDelta, ZSTD(1)),
  `trace_id` FixedString(32) COMMENT 'Hash of the first transaction of the trace',
  `has_transaction` Bool COMMENT 'The account has a transaction in the trace; false: only an action names it' CODEC(ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`workchain`, `account`, `end_lt`, `trace_id`, `has_transaction`)
SETTINGS index_granularity = 1024
COMMENT 'Look-up: account to the finished traces that it takes part in, also by an action of an older classification';

CREATE TABLE IF NOT EXISTS {database}.`action_places`{onCluster} (
  `hash_prefix` UInt64 COMMENT 'First 8 bytes of the action id, as reinterpretAsUInt64 makes a number of them' CODEC(Delta(8), ZSTD(1)),
  `end_lt` UInt64 COMMENT 'Largest lt of the trace' CODEC(DoubleDelta, ZSTD(1)),
  `trace_id` FixedString(32) COMMENT 'Hash of the first transaction of the trace'
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`hash_prefix`, `end_lt`, `trace_id`)
SETTINGS index_granularity = 256, min_bytes_for_wide_part = 1099511627776
COMMENT 'Look-up: action id to the trace that has it, also in an older classification';

CREATE TABLE IF NOT EXISTS {database}.`actions_progress`{onCluster} (
  `range_seqno` UInt32 COMMENT 'First round of the range of assembled rounds' CODEC(DoubleDelta, ZSTD(1)),
  `partition` UInt32 COMMENT 'Partition of the traces, by their ids' CODEC(T64, ZSTD(1)),
  `first_seqno` UInt32 COMMENT 'First round whose traces were classified: the first one of the range, or the first after an update' CODEC(DoubleDelta, ZSTD(1)),
  `last_seqno` UInt32 COMMENT 'Up to this round all finished traces of the partition are classified' CODEC(DoubleDelta, ZSTD(1)),
  `partitions` UInt32 COMMENT 'Partitions of the range: all of them count' CODEC(T64, ZSTD(1)),
  `checksum` UInt64 COMMENT 'First 8 bytes of SHA-256 over this row, with checksum 0, in RowBinary'
) ENGINE = {replicated}ReplacingMergeTree(last_seqno)
ORDER BY (`range_seqno`, `partition`)
COMMENT 'Progress of the action-classifier: up to which round traces are classified';
