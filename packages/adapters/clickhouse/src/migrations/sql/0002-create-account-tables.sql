CREATE TABLE IF NOT EXISTS {database}.`account_states`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)' SETTINGS (min_compress_block_size = 8192),
  `lt` UInt64 COMMENT 'Logical time of the last transaction before the state; with the account its identity; 0: none' CODEC(DoubleDelta, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `transaction_hash` FixedString(32) COMMENT 'Hash of that transaction; zeros: none',
  `hash` FixedString(32) COMMENT 'Hash of the Account cell' SETTINGS (min_compress_block_size = 8192),
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL when stored without its round' CODEC(T64, ZSTD(1)),
  `status` Enum8('uninit' = 0, 'frozen' = 1, 'active' = 2, 'nonexist' = 3) COMMENT 'uninit, frozen, active or nonexist (deleted)' CODEC(ZSTD(1)),
  `balance` UInt128 COMMENT 'Balance, nanograms' CODEC(ZSTD(1)),
  `extra_currencies` Array(Tuple(currency UInt32, amount UInt256)) COMMENT 'Balances in extra currencies' CODEC(ZSTD(1)),
  `extra_currencies_hash` Nullable(FixedString(32)) COMMENT 'Hash of the dictionary of extra currencies when the block does not show all of it; else NULL',
  `storage_lt` UInt64 COMMENT 'last_trans_lt of AccountStorage: the lt from which the next transaction may start' CODEC(DoubleDelta, ZSTD(1)),
  `storage_cells` UInt64 COMMENT 'Cells that the account stores' CODEC(T64, ZSTD(1)),
  `storage_bits` UInt64 COMMENT 'Bits that the account stores' CODEC(T64, ZSTD(1)),
  `storage_dict_hash` Nullable(FixedString(32)) COMMENT 'Hash of the dictionary of its cells, kept for large accounts; NULL: none',
  `last_paid` UInt32 COMMENT 'Storage is paid until then, Unix seconds' CODEC(DoubleDelta, ZSTD(1)),
  `due_payment` Nullable(UInt128) COMMENT 'Unpaid storage fees, nanograms' CODEC(ZSTD(1)),
  `fixed_prefix_length` Nullable(UInt8) COMMENT 'fixed_prefix_length (split_depth before); NULL: absent' CODEC(T64, ZSTD(1)),
  `special` Nullable(UInt8) COMMENT 'TickTock bits: tick = 2, tock = 1; NULL: absent' CODEC(T64, ZSTD(1)),
  `code_hash` Nullable(FixedString(32)) COMMENT 'Hash of the code; NULL: none',
  `code_depth` UInt16 COMMENT 'Depth of the code' CODEC(T64, ZSTD(1)),
  `data_hash` Nullable(FixedString(32)) COMMENT 'Hash of the data; NULL: none' SETTINGS (min_compress_block_size = 8192),
  `data_depth` UInt16 COMMENT 'Depth of the data' CODEC(T64, ZSTD(1)),
  `library_hash` Nullable(FixedString(32)) COMMENT 'Hash of its library dictionary; NULL: none',
  `library_depth` UInt16 COMMENT 'Depth of its library dictionary' CODEC(T64, ZSTD(1)),
  `frozen_hash` Nullable(FixedString(32)) COMMENT 'Hash of the StateInit that thaws it; NULL: not frozen',
  `raw_boc` String COMMENT 'The Account cell, pruned below, when its fields and hashes could not rebuild it exactly; else empty' CODEC(ZSTD(3)),
  `row_version` UInt32 COMMENT 'As in transactions; 0: seen only as the state before a later block, or in an initial state. The highest holds' CODEC(T64, ZSTD(1)),
  `pack` String MATERIALIZED concat(char(1), formatRowNoNewline('RowBinary', status, balance, extra_currencies, extra_currencies_hash, code_hash, frozen_hash, row_version)) COMMENT 'Its format as one byte, then the other columns in RowBinary, for readers of single rows; no part of SELECT *' CODEC(ZSTD(1)) SETTINGS (min_compress_block_size = 8192)
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`workchain`, `account`, `lt`)
SETTINGS index_granularity = 256
COMMENT 'What every account was after each block that changed it, as the blocks themselves prove it';

CREATE TABLE IF NOT EXISTS {database}.`latest_account_states`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)',
  `lt` UInt64 COMMENT 'Logical time of its last transaction; 0: none' CODEC(DoubleDelta, ZSTD(1)),
  `hash` FixedString(32) COMMENT 'Hash of the Account cell',
  `status` Enum8('uninit' = 0, 'frozen' = 1, 'active' = 2, 'nonexist' = 3) COMMENT 'uninit, frozen, active or nonexist (deleted)' CODEC(ZSTD(1)),
  `balance` UInt128 COMMENT 'Balance, nanograms' CODEC(ZSTD(1)),
  `code_hash` Nullable(FixedString(32)) COMMENT 'Hash of the code; NULL: none',
  `data_hash` Nullable(FixedString(32)) COMMENT 'Hash of the data; NULL: none'
) ENGINE = {replicated}ReplacingMergeTree(lt)
ORDER BY (`workchain`, `account`)
SETTINGS index_granularity = 1024
COMMENT 'The newest row of account_states of each account, without its history: one row per account';

CREATE TABLE IF NOT EXISTS {database}.`account_data`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)',
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)),
  `data_hash` FixedString(32) COMMENT 'Hash of the data',
  `is_whole` Bool COMMENT 'Whether data_boc is all of it; else the rows back to the newest whole one have the rest' CODEC(ZSTD(1)),
  `data_boc` String COMMENT 'The data as a bag of cells; pruned branches stand for cells that an earlier row of the account has' CODEC(ZSTD(3))
) ENGINE = {replicated}ReplacingMergeTree()
PARTITION BY least(intDiv(lt, 1000000000000), 999)
ORDER BY (`workchain`, `account`, `lt`)
SETTINGS index_granularity = 1024
COMMENT 'Contract data: the cells that changed, and the whole again when the changes outweigh it';

CREATE TABLE IF NOT EXISTS {database}.`configs`{onCluster} (
  `mc_block_seqno` UInt32 COMMENT 'Masterchain block from which the configuration is in force; 0: the zero state' CODEC(DoubleDelta, ZSTD(1)),
  `hash` FixedString(32) COMMENT 'Hash of the dictionary of parameters; its cells are in cell_trees',
  `config_address` FixedString(32) COMMENT 'Address of the configuration contract in the masterchain',
  `global_version` Nullable(UInt32) COMMENT 'Version of parameter 8; NULL before there was one' CODEC(T64, ZSTD(1)),
  `row_version` UInt32 COMMENT '2^31 when the round is known, then 2^16 * turn, then parser version * 2: of rows with one identity the highest holds' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`mc_block_seqno`)
COMMENT 'Blockchain configurations: of key blocks, of the zero state and of initial masterchain states';

CREATE TABLE IF NOT EXISTS {database}.`libraries`{onCluster} (
  `hash` FixedString(32) COMMENT 'Hash of the library cell; its cells are in cell_trees',
  `mc_block_seqno` UInt32 COMMENT 'Round: seqno of its masterchain block' CODEC(DoubleDelta, ZSTD(1)),
  `is_public` Bool COMMENT 'Whether it can be used from this round on' CODEC(ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`hash`, `mc_block_seqno`)
SETTINGS index_granularity = 1024
COMMENT 'Public libraries of the masterchain: a row for each time one came or went';

CREATE TABLE IF NOT EXISTS {database}.`state_progress`{onCluster} (
  `first_seqno` UInt32 COMMENT 'First round of the range' CODEC(DoubleDelta, ZSTD(1)),
  `last_seqno` UInt32 COMMENT 'Last round whose accounts are resolved' CODEC(DoubleDelta, ZSTD(1)),
  `is_complete` Bool COMMENT 'Whether every account of the network is known there: an account without a row does not exist' CODEC(ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(last_seqno)
ORDER BY (`first_seqno`)
COMMENT 'How far the state-resolver has come: contiguous ranges of rounds';
