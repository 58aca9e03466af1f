CREATE TABLE IF NOT EXISTS {database}.`contract_interfaces`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)',
  `lt` UInt64 COMMENT 'Logical time of the last transaction before the state, as in account_states' CODEC(DoubleDelta, ZSTD(1)),
  `kind` Enum8('none' = 0, 'jetton_wallet' = 1, 'jetton_master' = 2, 'nft_item' = 3, 'nft_collection' = 4, 'nft_sale' = 5, 'nft_auction' = 6, 'multisig' = 7, 'multisig_order' = 8, 'nominator_pool' = 9, 'dedust_pool' = 10) COMMENT 'What the contract says that it is; none: nothing of these, or it is no contract any more' CODEC(ZSTD(1)),
  `mc_block_seqno` UInt32 COMMENT 'Round in which the state came to be, or was used as an initial one' CODEC(T64, ZSTD(1)),
  `code_hash` Nullable(FixedString(32)) COMMENT 'Hash of the code; NULL: none',
  `data_hash` Nullable(FixedString(32)) COMMENT 'Hash of the data; NULL: none',
  `confirmation` Enum8('own' = 0, 'confirmed' = 1, 'refuted' = 2, 'unknown' = 3) COMMENT 'What the contract says that must know it (master, collection, wallet, factory): confirmed, refuted, unknown; own: nobody has to' CODEC(ZSTD(1)),
  `is_complete` Bool COMMENT 'False when a question to the contract was not answered: too much work, or something is not known' CODEC(ZSTD(1)),
  `owner_text` Nullable(String) COMMENT 'Owner of a wallet, item or collection, admin of a jetton, seller of a sale or auction; raw address' CODEC(ZSTD(1)),
  `parent_text` Nullable(String) COMMENT 'Jetton of a wallet, collection of an item, wallet of an order, marketplace of a sale or auction; raw address' CODEC(ZSTD(1)),
  `item_text` Nullable(String) COMMENT 'Item that a sale or auction is about; raw address' CODEC(ZSTD(1)),
  `amount` Nullable(UInt128) COMMENT 'Balance of a wallet, supply of a jetton, price of a sale, last bid of an auction; smallest units' CODEC(ZSTD(1)),
  `item_index` Nullable(UInt256) COMMENT 'Index of an item, next index of a collection' CODEC(ZSTD(1)),
  `uri_text` Nullable(String) COMMENT 'Address of the metadata of an item or a collection, or their uri (TEP-64); NULL: none' CODEC(ZSTD(1)),
  `addresses_text` String COMMENT 'Signers of a multisig or of its order, the two assets of a pool (TON: native); separated by commas; else empty' CODEC(ZSTD(1)),
  `generation` UInt16 COMMENT 'Rules that found it; of the rows of a state only those of the highest generation count' CODEC(T64, ZSTD(1)),
  `checksum` UInt64 COMMENT 'First 8 bytes of SHA-256 over this row, with checksum 0, in RowBinary'
) ENGINE = {replicated}ReplacingMergeTree(generation)
ORDER BY (`workchain`, `account`, `lt`, `kind`)
SETTINGS index_granularity = 1024
COMMENT 'What contracts are, in each state with another code or data: jetton wallets, NFT items, sales and others';

CREATE TABLE IF NOT EXISTS {database}.`detected_rounds`{onCluster} (
  `mc_block_seqno` UInt32 COMMENT 'Round: seqno of its masterchain block' CODEC(DoubleDelta, ZSTD(1)),
  `part` UInt32 COMMENT 'Number of the part of the round, from 0 on: a round with initial states may have several' CODEC(T64, ZSTD(1)),
  `range_seqno` UInt32 COMMENT 'First round of the range, as in resolved_blocks' CODEC(T64, ZSTD(1)),
  `is_last` Bool COMMENT 'Whether it is the last part: then the round is done' CODEC(ZSTD(1)),
  `account_count` UInt32 COMMENT 'Accounts of the part whose code or data changed' CODEC(T64, ZSTD(1)),
  `row_keys` String COMMENT 'Rows of contract_interfaces that were written for it: 4 bytes each, big-endian, the first 4 bytes of the account plus lt plus kind * 2^27, modulo 2^32' CODEC(ZSTD(1)),
  `checksum` UInt64 COMMENT 'First 8 bytes of SHA-256 over this row, with checksum 0, in RowBinary'
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`mc_block_seqno`, `part`)
COMMENT 'Progress of the interface-detector: rounds whose contracts were examined';
