CREATE TABLE IF NOT EXISTS {database}.`deployment`{onCluster} (
  `network` String COMMENT 'Name of the network' CODEC(ZSTD(1)),
  `global_id` Int32 COMMENT 'Global id of its blocks' CODEC(T64, ZSTD(1)),
  `zero_state_root_hash` FixedString(32) COMMENT 'Root hash of its zero state',
  `zero_state_file_hash` FixedString(32) COMMENT 'File hash of its zero state',
  `schema_version` UInt32 COMMENT 'Number of the last migration' CODEC(T64, ZSTD(1)),
  `parser_version` UInt32 COMMENT 'Version of the parser that writes' CODEC(T64, ZSTD(1)),
  `revision` UInt64 COMMENT 'schema_version * 2^32 + parser_version; the highest is valid' CODEC(ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(revision)
ORDER BY (`network`)
COMMENT 'Network of this database, and the versions of the schema and of the parser that write it';

CREATE TABLE IF NOT EXISTS {database}.`blocks`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `root_hash` FixedString(32) COMMENT 'Hash of the block’s root cell' SETTINGS (min_compress_block_size = 8192),
  `file_hash` Nullable(FixedString(32)) COMMENT 'SHA-256 of the block’s file; NULL until another block or a proof confirms it' SETTINGS (min_compress_block_size = 8192),
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)' CODEC(T64, ZSTD(1)),
  `global_id` Int32 COMMENT 'Network id of the block (not unique to one network)' CODEC(T64, ZSTD(1)),
  `version` UInt32 COMMENT 'version of BlockInfo' CODEC(T64, ZSTD(1)),
  `after_merge` Bool COMMENT 'First block after two shards merged: it has two predecessors' CODEC(ZSTD(1)),
  `before_split` Bool COMMENT 'Last block before its shard splits' CODEC(ZSTD(1)),
  `after_split` Bool COMMENT 'First block after its shard split' CODEC(ZSTD(1)),
  `want_merge` Bool COMMENT 'The shard should be merged with its sibling' CODEC(ZSTD(1)),
  `want_split` Bool COMMENT 'The shard should be split' CODEC(ZSTD(1)),
  `key_block` Bool COMMENT 'Masterchain block that carries the configuration' CODEC(ZSTD(1)),
  `vert_seqno_incr` Bool COMMENT 'The block increases the vertical seqno (hard fork)' CODEC(ZSTD(1)),
  `flags` UInt16 COMMENT 'flags of BlockInfo' CODEC(T64, ZSTD(1)),
  `gen_utime` UInt32 COMMENT 'Generation time, Unix seconds; neighbours may share it' CODEC(DoubleDelta, ZSTD(1)),
  `start_lt` UInt64 COMMENT 'Logical time at the start of the block' CODEC(DoubleDelta, ZSTD(1)),
  `end_lt` UInt64 COMMENT 'Logical time after its last transaction' CODEC(DoubleDelta, ZSTD(1)),
  `validator_list_hash_short` UInt32 COMMENT 'Short hash of the validator subset that made the block' CODEC(T64, ZSTD(1)),
  `gen_catchain_seqno` UInt32 COMMENT 'Catchain seqno of that subset' CODEC(T64, ZSTD(1)),
  `min_ref_mc_seqno` UInt32 COMMENT 'Oldest masterchain block the block refers to' CODEC(DoubleDelta, ZSTD(1)),
  `prev_key_block_seqno` UInt32 COMMENT 'Key block before this one' CODEC(DoubleDelta, ZSTD(1)),
  `vert_seqno` UInt32 COMMENT 'Vertical seqno' CODEC(T64, ZSTD(1)),
  `master_ref_seqno` UInt32 COMMENT 'Masterchain block that the shard block refers to; 0 in masterchain blocks' CODEC(DoubleDelta, ZSTD(1)),
  `rand_seed` FixedString(32) COMMENT 'Random seed of the block' SETTINGS (min_compress_block_size = 8192),
  `created_by` FixedString(32) COMMENT 'Public key of the validator that made it' SETTINGS (min_compress_block_size = 8192),
  `tx_count` UInt32 COMMENT 'Transactions in the block' CODEC(T64, ZSTD(1)),
  `gen_software_version` Nullable(UInt32) COMMENT 'Version of the software that made it; NULL when the header does not say' CODEC(T64, ZSTD(1)),
  `gen_software_capabilities` Nullable(UInt64) COMMENT 'Capabilities of that software; NULL when the header does not say' CODEC(ZSTD(1)),
  `prev_count` UInt8 COMMENT 'Predecessors: 1, or 2 after a merge' CODEC(T64, ZSTD(1)),
  `prev_1_shard` Int64 COMMENT 'Shard of the first predecessor' CODEC(T64, ZSTD(1)),
  `prev_1_seqno` UInt32 COMMENT 'Seqno of the first predecessor' CODEC(DoubleDelta, ZSTD(1)),
  `prev_1_root_hash` FixedString(32) COMMENT 'Root hash of the first predecessor' SETTINGS (min_compress_block_size = 8192),
  `prev_1_file_hash` FixedString(32) COMMENT 'File hash of the first predecessor' SETTINGS (min_compress_block_size = 8192),
  `prev_2_shard` Nullable(Int64) COMMENT 'Shard of the second predecessor, after a merge' CODEC(T64, ZSTD(1)),
  `prev_2_seqno` Nullable(UInt32) COMMENT 'Seqno of the second predecessor, after a merge' CODEC(T64, ZSTD(1)),
  `prev_2_root_hash` Nullable(FixedString(32)) COMMENT 'Root hash of the second predecessor, after a merge',
  `prev_2_file_hash` Nullable(FixedString(32)) COMMENT 'File hash of the second predecessor, after a merge',
  `state_old_hash` FixedString(32) COMMENT 'Hash of the shard state before the block' SETTINGS (min_compress_block_size = 8192),
  `state_new_hash` FixedString(32) COMMENT 'Hash of the shard state after the block' SETTINGS (min_compress_block_size = 8192),
  `global_version` Nullable(UInt32) COMMENT 'Global version (configuration parameter 8) that a key block carries; else NULL' CODEC(T64, ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1)),
  `pack` String MATERIALIZED concat(char(1), formatRowNoNewline('RowBinary', mc_block_seqno, global_id, version, after_merge, before_split, after_split, want_merge, want_split, key_block, vert_seqno_incr, flags, gen_utime, start_lt, end_lt, validator_list_hash_short, gen_catchain_seqno, min_ref_mc_seqno, prev_key_block_seqno, vert_seqno, master_ref_seqno, tx_count, gen_software_version, gen_software_capabilities, prev_count, prev_1_shard, prev_1_seqno, prev_2_shard, prev_2_seqno, prev_2_root_hash, prev_2_file_hash, global_version, row_version)) COMMENT 'Number of its format in one byte, then other columns in RowBinary, for reading single rows; not part of SELECT *' CODEC(ZSTD(1)) SETTINGS (min_compress_block_size = 8192)
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`workchain`, `shard`, `seqno`)
SETTINGS index_granularity = 256
COMMENT 'Block headers: one row per block of every workchain, written last of all rows of its block';

CREATE TABLE IF NOT EXISTS {database}.`masterchain_shards`{onCluster} (
  `mc_block_seqno` UInt32 COMMENT 'Round: seqno of its masterchain block' CODEC(DoubleDelta, ZSTD(1)),
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Newest block of the shard' CODEC(DoubleDelta, ZSTD(1)),
  `root_hash` FixedString(32) COMMENT 'Its root hash',
  `file_hash` FixedString(32) COMMENT 'Its file hash',
  `start_lt` UInt64 COMMENT 'Its start_lt' CODEC(DoubleDelta, ZSTD(1)),
  `end_lt` UInt64 COMMENT 'Its end_lt' CODEC(DoubleDelta, ZSTD(1)),
  `gen_utime` UInt32 COMMENT 'Its generation time, Unix seconds' CODEC(DoubleDelta, ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`mc_block_seqno`, `workchain`, `shard`)
COMMENT 'The shard configuration of each masterchain block: every leaf of its shard_hashes';

CREATE TABLE IF NOT EXISTS {database}.`round_blocks`{onCluster} (
  `mc_block_seqno` UInt32 COMMENT 'Round: seqno of its masterchain block' CODEC(DoubleDelta, ZSTD(1)),
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`mc_block_seqno`, `workchain`, `shard`, `seqno`)
COMMENT 'Blocks by round: the masterchain block and the blocks that it is the first to reference';

CREATE TABLE IF NOT EXISTS {database}.`transactions`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)' SETTINGS (min_compress_block_size = 8192),
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `hash` FixedString(32) COMMENT 'Transaction hash' SETTINGS (min_compress_block_size = 8192),
  `block_shard` Int64 COMMENT 'Shard of its block' CODEC(T64, ZSTD(1)),
  `block_seqno` UInt32 COMMENT 'Seqno of its block' CODEC(DoubleDelta, ZSTD(1)),
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)' CODEC(T64, ZSTD(1)),
  `prev_trans_hash` FixedString(32) COMMENT 'Hash of the account’s transaction before this one; zero for none' SETTINGS (min_compress_block_size = 8192),
  `prev_trans_lt` UInt64 COMMENT 'Logical time of that transaction; 0 for none' CODEC(DoubleDelta, ZSTD(1)),
  `now` UInt32 COMMENT 'Unix time in the block' CODEC(DoubleDelta, ZSTD(1)),
  `orig_status` Enum8('uninit' = 0, 'frozen' = 1, 'active' = 2, 'nonexist' = 3) COMMENT 'Account status before' CODEC(ZSTD(1)),
  `end_status` Enum8('uninit' = 0, 'frozen' = 1, 'active' = 2, 'nonexist' = 3) COMMENT 'Account status after' CODEC(ZSTD(1)),
  `total_fees` UInt128 COMMENT 'Fees in nanograms' CODEC(ZSTD(1)),
  `total_fees_extra` Array(Tuple(currency UInt32, amount UInt256)) COMMENT 'Fees in extra currencies' CODEC(ZSTD(1)),
  `old_state_hash` FixedString(32) COMMENT 'Hash of the account state before' SETTINGS (min_compress_block_size = 8192),
  `new_state_hash` FixedString(32) COMMENT 'Hash of the account state after' SETTINGS (min_compress_block_size = 8192),
  `in_msg_hash` Nullable(FixedString(32)) COMMENT 'Hash of the incoming message; NULL for none' SETTINGS (min_compress_block_size = 8192),
  `out_msg_count` UInt16 COMMENT 'Outgoing messages' CODEC(T64, ZSTD(1)),
  `descr` Enum8('ord' = 0, 'storage' = 1, 'tick_tock' = 2, 'split_prepare' = 3, 'split_install' = 4, 'merge_prepare' = 5, 'merge_install' = 6) COMMENT 'Kind of transaction' CODEC(ZSTD(1)),
  `aborted` Bool COMMENT 'It had no effect except fees' CODEC(ZSTD(1)),
  `destroyed` Bool COMMENT 'The account was deleted' CODEC(ZSTD(1)),
  `credit_first` Bool COMMENT 'The value was credited before storage fees were taken' CODEC(ZSTD(1)),
  `is_tock` Bool COMMENT 'tick_tock: true for tock, at the end of the block' CODEC(ZSTD(1)),
  `installed` Bool COMMENT 'split_install: the state was installed' CODEC(ZSTD(1)),
  `storage_fees_collected` Nullable(UInt128) COMMENT 'Storage fees taken; NULL: no storage phase' CODEC(ZSTD(1)),
  `storage_fees_due` Nullable(UInt128) COMMENT 'Storage fees still owed; NULL: none' CODEC(ZSTD(1)),
  `storage_status_change` Enum8('unchanged' = 0, 'frozen' = 1, 'deleted' = 2) COMMENT 'How the storage phase changed the account status' CODEC(ZSTD(1)),
  `credit` Nullable(UInt128) COMMENT 'Value credited; NULL: no credit phase' CODEC(ZSTD(1)),
  `credit_due_fees_collected` Nullable(UInt128) COMMENT 'Debt taken from the credited value; NULL: none' CODEC(ZSTD(1)),
  `credit_extra` Array(Tuple(currency UInt32, amount UInt256)) COMMENT 'Extra currencies credited' CODEC(ZSTD(1)),
  `compute` Enum8('none' = 0, 'skipped' = 1, 'vm' = 2) COMMENT 'none: no compute phase; skipped: see compute_skip_reason; vm: the code ran' CODEC(ZSTD(1)),
  `compute_skip_reason` Enum8('none' = 0, 'no_state' = 1, 'bad_state' = 2, 'no_gas' = 3, 'suspended' = 4) COMMENT 'Why the compute phase was skipped' CODEC(ZSTD(1)),
  `compute_success` Bool COMMENT 'The code ended with success' CODEC(ZSTD(1)),
  `msg_state_used` Bool COMMENT 'The StateInit of the message was used' CODEC(ZSTD(1)),
  `account_activated` Bool COMMENT 'The account became active' CODEC(ZSTD(1)),
  `gas_fees` UInt128 COMMENT 'Gas fees in nanograms' CODEC(ZSTD(1)),
  `gas_used` UInt64 COMMENT 'Gas used' CODEC(T64, ZSTD(1)),
  `gas_limit` UInt64 COMMENT 'Gas limit' CODEC(T64, ZSTD(1)),
  `gas_credit` Nullable(UInt32) COMMENT 'Gas credit of an external message; NULL: none' CODEC(T64, ZSTD(1)),
  `compute_mode` Int8 COMMENT 'Mode of the virtual machine' CODEC(T64, ZSTD(1)),
  `exit_code` Int32 COMMENT 'Exit code of the virtual machine' CODEC(T64, ZSTD(1)),
  `exit_arg` Nullable(Int32) COMMENT 'Argument of an exception; NULL: none' CODEC(T64, ZSTD(1)),
  `vm_steps` UInt32 COMMENT 'Steps of the virtual machine' CODEC(T64, ZSTD(1)),
  `vm_init_state_hash` FixedString(32) COMMENT 'Hash of the virtual machine’s first state',
  `vm_final_state_hash` FixedString(32) COMMENT 'Hash of its last state',
  `action` Bool COMMENT 'There is an action phase' CODEC(ZSTD(1)),
  `action_success` Bool COMMENT 'All actions were done' CODEC(ZSTD(1)),
  `action_valid` Bool COMMENT 'The action list was valid' CODEC(ZSTD(1)),
  `action_no_funds` Bool COMMENT 'An action lacked funds' CODEC(ZSTD(1)),
  `action_status_change` Enum8('unchanged' = 0, 'frozen' = 1, 'deleted' = 2) COMMENT 'How the action phase changed the account status' CODEC(ZSTD(1)),
  `action_total_fwd_fees` Nullable(UInt128) COMMENT 'Forward fees; NULL: absent' CODEC(ZSTD(1)),
  `action_total_action_fees` Nullable(UInt128) COMMENT 'Action fees; NULL: absent' CODEC(ZSTD(1)),
  `action_result_code` Int32 COMMENT 'Result code of the action phase' CODEC(T64, ZSTD(1)),
  `action_result_arg` Nullable(Int32) COMMENT 'Its argument; NULL: none' CODEC(T64, ZSTD(1)),
  `tot_actions` UInt16 COMMENT 'Actions in the list' CODEC(T64, ZSTD(1)),
  `spec_actions` UInt16 COMMENT 'Actions that change the account itself' CODEC(T64, ZSTD(1)),
  `skipped_actions` UInt16 COMMENT 'Actions skipped' CODEC(T64, ZSTD(1)),
  `msgs_created` UInt16 COMMENT 'Messages created' CODEC(T64, ZSTD(1)),
  `action_list_hash` FixedString(32) COMMENT 'Hash of the action list' SETTINGS (min_compress_block_size = 8192),
  `tot_msg_cells` UInt64 COMMENT 'Cells of the created messages' CODEC(T64, ZSTD(1)),
  `tot_msg_bits` UInt64 COMMENT 'Bits of the created messages' CODEC(T64, ZSTD(1)),
  `bounce` Enum8('none' = 0, 'negfunds' = 1, 'nofunds' = 2, 'ok' = 3) COMMENT 'Bounce phase: none, negfunds, nofunds or ok' CODEC(ZSTD(1)),
  `bounce_msg_cells` UInt64 COMMENT 'Cells of the bounced message' CODEC(T64, ZSTD(1)),
  `bounce_msg_bits` UInt64 COMMENT 'Bits of the bounced message' CODEC(T64, ZSTD(1)),
  `bounce_req_fwd_fees` UInt128 COMMENT 'nofunds: the fee that was needed' CODEC(ZSTD(1)),
  `bounce_msg_fees` UInt128 COMMENT 'ok: fees of the validators' CODEC(ZSTD(1)),
  `bounce_fwd_fees` UInt128 COMMENT 'ok: fees of the route' CODEC(ZSTD(1)),
  `split_cur_shard_pfx_len` Nullable(UInt8) COMMENT 'SplitMergeInfo: length of the current prefix; NULL: the transaction has no SplitMergeInfo' CODEC(T64, ZSTD(1)),
  `split_acc_split_depth` UInt8 COMMENT 'SplitMergeInfo: split depth of the account' CODEC(T64, ZSTD(1)),
  `split_this_addr` FixedString(32) COMMENT 'SplitMergeInfo: this address',
  `split_sibling_addr` FixedString(32) COMMENT 'SplitMergeInfo: the sibling’s address',
  `raw_boc` String COMMENT 'The transaction as a bag of cells if its cell cannot be rebuilt exactly from the columns; otherwise empty' CODEC(ZSTD(3)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1)),
  `pack` String MATERIALIZED concat(char(1), formatRowNoNewline('RowBinary', block_shard, block_seqno, mc_block_seqno, prev_trans_lt, now, orig_status, end_status, total_fees, total_fees_extra, out_msg_count, descr, aborted, destroyed, credit_first, is_tock, installed, storage_fees_collected, storage_fees_due, storage_status_change, credit, credit_due_fees_collected, credit_extra, compute, compute_skip_reason, compute_success, msg_state_used, account_activated, gas_fees, gas_used, gas_limit, gas_credit, compute_mode, exit_code, exit_arg, vm_steps, vm_init_state_hash, vm_final_state_hash, action, action_success, action_valid, action_no_funds, action_status_change, action_total_fwd_fees, action_total_action_fees, action_result_code, action_result_arg, tot_actions, spec_actions, skipped_actions, msgs_created, tot_msg_cells, tot_msg_bits, bounce, bounce_msg_cells, bounce_msg_bits, bounce_req_fwd_fees, bounce_msg_fees, bounce_fwd_fees, split_cur_shard_pfx_len, split_acc_split_depth, split_this_addr, split_sibling_addr, raw_boc, row_version)) COMMENT 'Number of its format in one byte, then other columns in RowBinary, for reading single rows; not part of SELECT *' CODEC(ZSTD(1)) SETTINGS (min_compress_block_size = 8192)
) ENGINE = {replicated}ReplacingMergeTree(row_version)
PARTITION BY least(intDiv(lt, 1000000000000), 999)
ORDER BY (`workchain`, `account`, `lt`)
SETTINGS index_granularity = 256
COMMENT 'Transactions with all their phases; key (workchain, account, lt)';

CREATE TABLE IF NOT EXISTS {database}.`messages`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)' SETTINGS (min_compress_block_size = 8192),
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `direction` Enum8('in' = 0, 'out' = 1) COMMENT 'Whether the transaction received the message (in) or sent it (out)' CODEC(ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `position` UInt16 COMMENT 'Key in the transaction’s dictionary of outgoing messages; 0 for the incoming one' CODEC(T64, ZSTD(1)) SETTINGS (min_compress_block_size = 8192),
  `block_shard` Int64 COMMENT 'Shard of the block of the transaction' CODEC(T64, ZSTD(1)),
  `block_seqno` UInt32 COMMENT 'Seqno of the block of the transaction' CODEC(DoubleDelta, ZSTD(1)),
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)' CODEC(T64, ZSTD(1)),
  `hash` FixedString(32) COMMENT 'Message hash' SETTINGS (min_compress_block_size = 8192),
  `hash_norm` Nullable(FixedString(32)) COMMENT 'Normalised hash of an external message (TEP-467); NULL for others',
  `kind` Enum8('internal' = 0, 'external_in' = 1, 'external_out' = 2) COMMENT 'Kind of message' CODEC(ZSTD(1)),
  `source_type` Enum8('none' = 0, 'extern' = 1, 'std' = 2, 'var' = 3) COMMENT 'Kind of the source address' CODEC(ZSTD(1)),
  `source_workchain` Int32 COMMENT 'Workchain of the source' CODEC(T64, ZSTD(1)),
  `source_account` FixedString(32) COMMENT 'Account of the source, after anycast rewriting; zero when there is none' SETTINGS (min_compress_block_size = 8192),
  `source_text` String COMMENT 'Text form of an extern or var source; else empty' CODEC(ZSTD(1)),
  `destination_type` Enum8('none' = 0, 'extern' = 1, 'std' = 2, 'var' = 3) COMMENT 'Kind of the destination address' CODEC(ZSTD(1)),
  `destination_workchain` Int32 COMMENT 'Workchain of the destination' CODEC(T64, ZSTD(1)),
  `destination_account` FixedString(32) COMMENT 'Account of the destination, after anycast rewriting; zero when there is none' SETTINGS (min_compress_block_size = 8192),
  `destination_text` String COMMENT 'Text form of an extern or var destination; else empty' CODEC(ZSTD(1)),
  `value` Nullable(UInt128) COMMENT 'Value in nanograms; NULL for external messages' CODEC(ZSTD(1)),
  `value_extra` Array(Tuple(currency UInt32, amount UInt256)) COMMENT 'Value in extra currencies' CODEC(ZSTD(1)),
  `fwd_fee` Nullable(UInt128) COMMENT 'Forward fee; NULL for external messages' CODEC(ZSTD(1)),
  `ihr_fee` Nullable(UInt128) COMMENT 'Raw field: ihr_fee, or extra_flags from global version 12 on; NULL for external messages' CODEC(ZSTD(1)),
  `import_fee` Nullable(UInt128) COMMENT 'Import fee of an external_in message; NULL for others' CODEC(ZSTD(1)),
  `created_lt` Nullable(UInt64) COMMENT 'Logical time of the message; NULL for external_in' CODEC(ZSTD(1)),
  `created_at` Nullable(UInt32) COMMENT 'Unix time of the message; NULL for external_in' CODEC(T64, ZSTD(1)),
  `ihr_disabled` Nullable(Bool) COMMENT 'NULL for external messages' CODEC(ZSTD(1)),
  `bounce` Nullable(Bool) COMMENT 'The message asks to be bounced; NULL for external messages' CODEC(ZSTD(1)),
  `bounced` Nullable(Bool) COMMENT 'The message is a bounced one; NULL for external messages' CODEC(ZSTD(1)),
  `opcode` Nullable(UInt32) COMMENT 'First 32 bits of the body; NULL when it is shorter' CODEC(T64, ZSTD(1)),
  `body_hash` FixedString(32) COMMENT 'Hash of the body as a cell of its own (cell_trees)' SETTINGS (min_compress_block_size = 8192),
  `body_in_reference` Bool COMMENT 'The body is in a reference of the message cell, not inline' CODEC(ZSTD(1)),
  `init_hash` Nullable(FixedString(32)) COMMENT 'Hash of the StateInit as a cell of its own (state_inits); NULL: none',
  `init_in_reference` Bool COMMENT 'The StateInit is in a reference, not inline' CODEC(ZSTD(1)),
  `raw_boc` String COMMENT 'The message cell as a bag of cells if it cannot be rebuilt exactly from the columns; otherwise empty' CODEC(ZSTD(3)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1)),
  `pack` String MATERIALIZED concat(char(1), formatRowNoNewline('RowBinary', block_shard, block_seqno, mc_block_seqno, hash_norm, kind, source_type, source_workchain, source_text, destination_type, destination_workchain, destination_text, value, value_extra, fwd_fee, ihr_fee, import_fee, created_lt, created_at, ihr_disabled, bounce, bounced, opcode, body_in_reference, init_hash, init_in_reference, raw_boc, row_version)) COMMENT 'Number of its format in one byte, then other columns in RowBinary, for reading single rows; not part of SELECT *' CODEC(ZSTD(1)) SETTINGS (min_compress_block_size = 8192)
) ENGINE = {replicated}ReplacingMergeTree(row_version)
PARTITION BY least(intDiv(lt, 1000000000000), 999)
ORDER BY (`workchain`, `account`, `lt`, `direction`, `position`)
SETTINGS index_granularity = 256
COMMENT 'Messages of transactions: an internal message has one row for its sender (out) and one for its receiver (in)';

CREATE TABLE IF NOT EXISTS {database}.`cell_trees`{onCluster} (
  `hash` FixedString(32) COMMENT 'Hash of the root cell',
  `boc` String COMMENT 'Canonical bag of cells, with its checksum' CODEC(ZSTD(3))
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`hash`)
SETTINGS index_granularity = 256
COMMENT 'Trees of cells stored once by hash: message bodies, code, data and libraries';

CREATE TABLE IF NOT EXISTS {database}.`state_inits`{onCluster} (
  `hash` FixedString(32) COMMENT 'Hash of the StateInit as a cell of its own',
  `fixed_prefix_length` Nullable(UInt8) COMMENT 'fixed_prefix_length (split_depth before); NULL: absent' CODEC(T64, ZSTD(1)),
  `special` Nullable(UInt8) COMMENT 'TickTock bits: tick = 2, tock = 1; NULL: absent' CODEC(T64, ZSTD(1)),
  `code_hash` Nullable(FixedString(32)) COMMENT 'Hash of the code; NULL: none',
  `data_hash` Nullable(FixedString(32)) COMMENT 'Hash of the data; NULL: none',
  `library_hash` Nullable(FixedString(32)) COMMENT 'Hash of the library dictionary; NULL: none',
  `data_boc` String COMMENT 'The data with a pruned branch in place of the code that it contains; empty: the whole data is in cell_trees' CODEC(ZSTD(3)),
  `raw_boc` String COMMENT 'The StateInit as a bag of cells if it cannot be rebuilt exactly from the columns; otherwise empty' CODEC(ZSTD(3))
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`hash`)
SETTINGS index_granularity = 1024
COMMENT 'StateInits stored once by hash; code, data and library are in cell_trees';

CREATE TABLE IF NOT EXISTS {database}.`message_hashes`{onCluster} (
  `hash` FixedString(32) COMMENT 'Message hash, or its normalised hash',
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)',
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)),
  `direction` Enum8('in' = 0, 'out' = 1) COMMENT 'Whether the transaction received the message (in) or sent it (out)' CODEC(ZSTD(1)),
  `position` UInt16 COMMENT 'Key in the transaction’s dictionary of outgoing messages; 0 for the incoming one' CODEC(T64, ZSTD(1)),
  `is_norm` Bool COMMENT 'True when the hash is the normalised one of an external message (TEP-467)' CODEC(ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`hash`, `workchain`, `account`, `lt`, `direction`, `position`)
SETTINGS index_granularity = 256
COMMENT 'Look-up: message hash, plain or normalised, to the rows of messages';

CREATE TABLE IF NOT EXISTS {database}.`body_hashes`{onCluster} (
  `body_hash` FixedString(32) COMMENT 'Hash of the body as a cell of its own',
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)),
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)',
  `direction` Enum8('in' = 0, 'out' = 1) COMMENT 'Whether the transaction received the message (in) or sent it (out)' CODEC(ZSTD(1)),
  `position` UInt16 COMMENT 'Key in the transaction’s dictionary of outgoing messages; 0 for the incoming one' CODEC(T64, ZSTD(1)),
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)' CODEC(T64, ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`body_hash`, `lt`, `workchain`, `account`, `direction`, `position`)
SETTINGS index_granularity = 1024
COMMENT 'Look-up: body hash to the rows of messages, oldest first';

CREATE TABLE IF NOT EXISTS {database}.`opcodes`{onCluster} (
  `opcode` UInt32 COMMENT 'First 32 bits of the body' CODEC(T64, ZSTD(1)),
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)),
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)',
  `direction` Enum8('in' = 0, 'out' = 1) COMMENT 'Whether the transaction received the message (in) or sent it (out)' CODEC(ZSTD(1)),
  `position` UInt16 COMMENT 'Key in the transaction’s dictionary of outgoing messages; 0 for the incoming one' CODEC(T64, ZSTD(1)),
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)' CODEC(T64, ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`opcode`, `lt`, `workchain`, `account`, `direction`, `position`)
SETTINGS index_granularity = 1024
COMMENT 'Look-up: opcode to the rows of messages, oldest first';

CREATE TABLE IF NOT EXISTS {database}.`transaction_hashes`{onCluster} (
  `hash` FixedString(32) COMMENT 'Transaction hash',
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)',
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`hash`, `workchain`, `account`, `lt`)
SETTINGS index_granularity = 1024
COMMENT 'Look-up: transaction hash to the row of transactions';

CREATE TABLE IF NOT EXISTS {database}.`block_transactions`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)',
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)' CODEC(T64, ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`workchain`, `shard`, `seqno`, `lt`, `account`)
SETTINGS index_granularity = 1024
COMMENT 'Look-up: block to its transactions, in order of lt';

CREATE TABLE IF NOT EXISTS {database}.`block_digests`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)' CODEC(T64, ZSTD(1)),
  `blocks_rows` UInt32 COMMENT 'Rows of the block in blocks' CODEC(T64, ZSTD(1)),
  `blocks_digest` FixedString(32) COMMENT 'SHA-256 over their RowBinary bytes in sort order',
  `masterchain_shards_rows` UInt32 COMMENT 'Rows of the block in masterchain_shards' CODEC(T64, ZSTD(1)),
  `masterchain_shards_digest` FixedString(32) COMMENT 'SHA-256 over their RowBinary bytes in sort order',
  `transactions_rows` UInt32 COMMENT 'Rows of the block in transactions' CODEC(T64, ZSTD(1)),
  `transactions_digest` FixedString(32) COMMENT 'SHA-256 over their RowBinary bytes in sort order',
  `messages_rows` UInt32 COMMENT 'Rows of the block in messages' CODEC(T64, ZSTD(1)),
  `messages_digest` FixedString(32) COMMENT 'SHA-256 over their RowBinary bytes in sort order',
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1)),
  `schema_version` UInt32 DEFAULT 5 COMMENT 'Version of the schema whose columns were digested' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`workchain`, `shard`, `seqno`)
COMMENT 'Row counts and digests of each block, compared with the stored rows before the watermark moves and by verify';

CREATE TABLE IF NOT EXISTS {database}.`rounds`{onCluster} (
  `mc_block_seqno` UInt32 COMMENT 'Round: seqno of its masterchain block' CODEC(DoubleDelta, ZSTD(1)),
  `block_count` UInt32 COMMENT 'Blocks of the round' CODEC(T64, ZSTD(1)),
  `transaction_count` UInt32 COMMENT 'Transactions of the round' CODEC(T64, ZSTD(1)),
  `message_count` UInt32 COMMENT 'Rows of messages of the round' CODEC(T64, ZSTD(1)),
  `start_lt` UInt64 COMMENT 'Smallest start_lt of its blocks' CODEC(DoubleDelta, ZSTD(1)),
  `end_lt` UInt64 COMMENT 'Largest end_lt of its blocks' CODEC(DoubleDelta, ZSTD(1)),
  `gen_utime` UInt32 COMMENT 'Generation time of its masterchain block, Unix seconds' CODEC(DoubleDelta, ZSTD(1)),
  `is_range_start` Bool COMMENT 'The range of indexed rounds begins here' CODEC(ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`mc_block_seqno`)
COMMENT 'Complete rounds: written by the trace-assembler after it compared the rows of every block';

CREATE TABLE IF NOT EXISTS {database}.`watermarks`{onCluster} (
  `first_seqno` UInt32 COMMENT 'First round of the range' CODEC(DoubleDelta, ZSTD(1)),
  `last_seqno` UInt32 COMMENT 'Last round of the range' CODEC(DoubleDelta, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(last_seqno)
ORDER BY (`first_seqno`)
COMMENT 'Ranges of consecutive complete rounds; the watermark is the highest last_seqno';

CREATE TABLE IF NOT EXISTS {database}.`trace_ids`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account address inside its workchain (32 bytes)',
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)),
  `trace_id` FixedString(32) COMMENT 'Hash of the first transaction of the trace',
  `version` UInt64 COMMENT '2^32 minus the first round of the range in which it was assembled: the range that starts earlier is valid' CODEC(ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(version)
ORDER BY (`workchain`, `account`, `lt`)
SETTINGS index_granularity = 1024
COMMENT 'Look-up: transaction to its trace';

CREATE TABLE IF NOT EXISTS {database}.`traces`{onCluster} (
  `trace_id` FixedString(32) COMMENT 'Hash of its first transaction',
  `external_hash` Nullable(FixedString(32)) COMMENT 'Hash of the external message that started it; NULL: none',
  `external_hash_norm` Nullable(FixedString(32)) COMMENT 'Normalised hash of that message; NULL: none',
  `mc_seqno_start` UInt32 COMMENT 'Round of its first transaction' CODEC(DoubleDelta, ZSTD(1)),
  `mc_seqno_end` UInt32 COMMENT 'Round of its last transaction' CODEC(DoubleDelta, ZSTD(1)),
  `start_lt` UInt64 COMMENT 'Smallest lt' CODEC(DoubleDelta, ZSTD(1)),
  `end_lt` UInt64 COMMENT 'Largest lt' CODEC(DoubleDelta, ZSTD(1)),
  `start_utime` UInt32 COMMENT 'Unix time of the first transaction' CODEC(DoubleDelta, ZSTD(1)),
  `end_utime` UInt32 COMMENT 'Unix time of the last transaction' CODEC(DoubleDelta, ZSTD(1)),
  `state` Enum8('pending' = 0, 'complete' = 1, 'broken' = 2) COMMENT 'pending: messages are in flight; complete; broken: its start or a part of it is not indexed' CODEC(ZSTD(1)),
  `nodes` UInt32 COMMENT 'Transactions' CODEC(T64, ZSTD(1)),
  `edges` UInt32 COMMENT 'Messages between them' CODEC(T64, ZSTD(1)),
  `pending_edges` UInt32 COMMENT 'Messages in flight' CODEC(T64, ZSTD(1)),
  `version` UInt64 COMMENT '(2^32 minus first round of the range) * 2^32 + round in which the row was written; the highest is valid' CODEC(ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(version)
ORDER BY (`trace_id`)
SETTINGS index_granularity = 1024
COMMENT 'Traces: transactions joined by their messages';

CREATE TABLE IF NOT EXISTS {database}.`assembler_snapshots`{onCluster} (
  `slot` UInt8 COMMENT 'Slot of the snapshot; the slots are overwritten in turn' CODEC(T64, ZSTD(1)),
  `generation` UInt64 COMMENT 'Increases with every snapshot' CODEC(DoubleDelta, ZSTD(1)),
  `state` String COMMENT 'Encoded state' CODEC(ZSTD(3))
) ENGINE = {replicated}ReplacingMergeTree(generation)
ORDER BY (`slot`)
COMMENT 'State that the trace-assembler keeps between rounds';
