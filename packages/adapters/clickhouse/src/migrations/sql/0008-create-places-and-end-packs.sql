CREATE TABLE IF NOT EXISTS {database}.`message_places`{onCluster} (
  `hash_prefix` UInt64 COMMENT 'First 8 bytes of the message hash, or of its normalised hash, as reinterpretAsUInt64 makes a number of them' CODEC(Delta(8), ZSTD(1)),
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)),
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `direction` Enum8('in' = 0, 'out' = 1) COMMENT 'Whether the transaction received the message (in) or sent it (out)' CODEC(ZSTD(1)),
  `position` UInt16 COMMENT 'Key in the transaction’s dictionary of outgoing messages; 0 for the incoming one' CODEC(T64, ZSTD(1)),
  `is_norm` Bool COMMENT 'True when the hash is the normalised one of an external message (TEP-467)' CODEC(ZSTD(1)),
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)' CODEC(T64, ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`hash_prefix`, `lt`, `workchain`, `shard`, `seqno`, `direction`, `position`, `is_norm`)
SETTINGS index_granularity = 256, min_bytes_for_wide_part = 1099511627776
COMMENT 'Look-up: message hash, plain or normalised, to block and logical time of its transactions';

CREATE TABLE IF NOT EXISTS {database}.`transaction_places`{onCluster} (
  `hash_prefix` UInt64 COMMENT 'First 8 bytes of the transaction hash, as reinterpretAsUInt64 makes a number of them' CODEC(Delta(8), ZSTD(1)),
  `lt` UInt64 COMMENT 'Logical time of the transaction; with the account its identity' CODEC(DoubleDelta, ZSTD(1)),
  `workchain` Int32 COMMENT 'Workchain: -1 is the masterchain, 0 the basechain' CODEC(T64, ZSTD(1)),
  `shard` Int64 COMMENT 'Shard prefix as a signed 64-bit number (-9223372036854775808 is a whole workchain)' CODEC(T64, ZSTD(1)),
  `seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1)),
  `mc_block_seqno` Nullable(UInt32) COMMENT 'Round: seqno of the masterchain block that first references the block; NULL for a partial block (no round)' CODEC(T64, ZSTD(1)),
  `row_version` UInt32 COMMENT 'Parser version * 2, plus 2^16 * turn, plus 2^31 when the round is known; of rows with the same key the highest is valid' CODEC(T64, ZSTD(1))
) ENGINE = {replicated}ReplacingMergeTree(row_version)
ORDER BY (`hash_prefix`, `lt`, `workchain`, `shard`, `seqno`)
SETTINGS index_granularity = 1024, min_bytes_for_wide_part = 1099511627776
COMMENT 'Look-up: transaction hash to block and logical time';

ALTER TABLE {database}.`transactions`{onCluster} MODIFY COLUMN `pack` String MATERIALIZED if(intDiv(bitAnd(row_version, 65535), 2) >= 5, '', concat(char(1), formatRowNoNewline('RowBinary', block_shard, block_seqno, mc_block_seqno, prev_trans_lt, now, orig_status, end_status, total_fees, total_fees_extra, out_msg_count, descr, aborted, destroyed, credit_first, is_tock, installed, storage_fees_collected, storage_fees_due, storage_status_change, credit, credit_due_fees_collected, credit_extra, compute, compute_skip_reason, compute_success, msg_state_used, account_activated, gas_fees, gas_used, gas_limit, gas_credit, compute_mode, exit_code, exit_arg, vm_steps, vm_init_state_hash, vm_final_state_hash, action, action_success, action_valid, action_no_funds, action_status_change, action_total_fwd_fees, action_total_action_fees, action_result_code, action_result_arg, tot_actions, spec_actions, skipped_actions, msgs_created, tot_msg_cells, tot_msg_bits, bounce, bounce_msg_cells, bounce_msg_bits, bounce_req_fwd_fees, bounce_msg_fees, bounce_fwd_fees, split_cur_shard_pfx_len, split_acc_split_depth, split_this_addr, split_sibling_addr, raw_boc, row_version)));

ALTER TABLE {database}.`messages`{onCluster} MODIFY COLUMN `pack` String MATERIALIZED if(intDiv(bitAnd(row_version, 65535), 2) >= 5, '', concat(char(1), formatRowNoNewline('RowBinary', block_shard, block_seqno, mc_block_seqno, hash_norm, kind, source_type, source_workchain, source_text, destination_type, destination_workchain, destination_text, value, value_extra, fwd_fee, ihr_fee, import_fee, created_lt, created_at, ihr_disabled, bounce, bounced, opcode, body_in_reference, init_hash, init_in_reference, raw_boc, row_version)));
