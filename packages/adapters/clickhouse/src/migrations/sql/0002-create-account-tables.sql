CREATE TABLE IF NOT EXISTS {database}.`account_states`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)' SETTINGS (min_compress_block_size = 8192),
  `lt` UInt64 COMMENT 'Logical time of the last transaction before the state; together with the account its key; 0: none' CODEC(DoubleDelta, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `transaction_hash` FixedString(32) COMMENT 'Hash of that transaction; zeros: none',
  `hash` FixedString(32) COMMENT 'Hash of the Account cell' SETTINGS (min_compress_block_size = 8192),
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)' CODEC(T64, ZSTD(1)),
  `status` Enum8('uninit' = 0, 'frozen' = 1, 'active' = 2, 'nonexist' = 3) COMMENT 'uninit, frozen, active or nonexist (deleted)' CODEC(ZSTD(1)),
  `balance` UInt128 COMMENT 'Balance, nanograms' CODEC(ZSTD(1)),
  `extra_currencies` Array(Tuple(currency UInt32, amount UInt256)) COMMENT 'Balances in extra currencies' CODEC(ZSTD(1)),
  `extra_currencies_hash` Nullable(FixedString(32)) COMMENT 'Hash of the dictionary of extra currencies when the block does not contain all of it; otherwise NULL',
  `storage_lt` UInt64 COMMENT 'last_trans_lt of AccountStorage: the lt from which the next transaction may start' CODEC(DoubleDelta, ZSTD(1)),
  `storage_cells` UInt64 COMMENT 'Cells that the account stores' CODEC(T64, ZSTD(1)),
  `storage_bits` UInt64 COMMENT 'Bits that the account stores' CODEC(T64, ZSTD(1)),
  `storage_dict_hash` Nullable(FixedString(32)) COMMENT 'Hash of the dictionary of its cells, kept for large accounts; NULL: none',
  `last_paid` UInt32 COMMENT 'Time until which storage is paid, Unix seconds' CODEC(DoubleDelta, ZSTD(1)),
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
  `raw_boc` String COMMENT 'The Account cell with pruned references, if it cannot be rebuilt exactly from the columns; otherwise empty' CODEC(ZSTD(3)),
  `row_version` UInt32 COMMENT 'As in transactions, the highest is valid; 0: known only as the state before a later block or from an initial state' CODEC(T64, ZSTD(1)),
  `pack` String MATERIALIZED concat(char(1), formatRowNoNewline('RowBinary', status, balance, extra_currencies, extra_currencies_hash, code_hash, frozen_hash, row_version)) COMMENT 'Number of its format in one byte, then other columns in RowBinary, for reading single rows; not part of SELECT *' CODEC(ZSTD(1)) SETTINGS (min_compress_block_size = 8192)
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`workchain`, `account`, `lt`)
SETTINGS index_granularity = 256
COMMENT 'State of every account after each block that changed it, as the blocks prove it';

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
  `is_whole` Bool COMMENT 'Whether data_boc holds all cells; otherwise earlier rows, back to the newest whole one, hold the rest' CODEC(ZSTD(1)),
  `data_boc` String COMMENT 'The data as a bag of cells; pruned branches replace cells that an earlier row of the account has' CODEC(ZSTD(3))
) ENGINE = {replicated}ReplacingMergeTree()
PARTITION BY least(intDiv(lt, 1000000000000), 999)
ORDER BY (`workchain`, `account`, `lt`)
SETTINGS index_granularity = 1024
COMMENT 'Contract data: the cells that changed, and the whole again when the changes outweigh it';

CREATE TABLE IF NOT EXISTS {database}.`configs`{onCluster} (
  `mc_block_seqno` UInt32 COMMENT 'Masterchain block from which the configuration is valid; 0: the zero state' CODEC(DoubleDelta, ZSTD(1)),
  `hash` FixedString(32) COMMENT 'Hash of the dictionary of parameters; its cells are in cell_trees',
  `config_address` FixedString(32) COMMENT 'Address of the configuration contract in the masterchain',
  `global_version` Nullable(UInt32) COMMENT 'Version of parameter 8; NULL before there was one' CODEC(T64, ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
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
COMMENT 'Public libraries of the masterchain: a row for each time one was added or removed';

CREATE TABLE IF NOT EXISTS {database}.`state_progress`{onCluster} (
  `first_seqno` UInt32 COMMENT 'First round of the range' CODEC(DoubleDelta, ZSTD(1)),
  `last_seqno` UInt32 COMMENT 'Last round whose accounts are resolved' CODEC(DoubleDelta, ZSTD(1)),
  `is_complete` Bool COMMENT 'Whether every account of the network is known: then an account without a row does not exist' CODEC(ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(last_seqno)
ORDER BY (`first_seqno`)
COMMENT 'Progress of the state-resolver: ranges of consecutive rounds';
