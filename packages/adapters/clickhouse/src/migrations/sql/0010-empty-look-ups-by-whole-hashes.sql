TRUNCATE TABLE {database}.`message_hashes`{onCluster} SETTINGS max_table_size_to_drop = 0;

TRUNCATE TABLE {database}.`transaction_hashes`{onCluster} SETTINGS max_table_size_to_drop = 0;

-- Again as in step 8, which was another statement for a time.
ALTER TABLE {database}.`transactions`{onCluster} MODIFY COLUMN `pack` String MATERIALIZED if(intDiv(bitAnd(row_version, 65535), 2) >= 5, '', concat(char(1), formatRowNoNewline('RowBinary', block_shard, block_seqno, mc_block_seqno, prev_trans_lt, now, orig_status, end_status, total_fees, total_fees_extra, out_msg_count, descr, aborted, destroyed, credit_first, is_tock, installed, storage_fees_collected, storage_fees_due, storage_status_change, credit, credit_due_fees_collected, credit_extra, compute, compute_skip_reason, compute_success, msg_state_used, account_activated, gas_fees, gas_used, gas_limit, gas_credit, compute_mode, exit_code, exit_arg, vm_steps, vm_init_state_hash, vm_final_state_hash, action, action_success, action_valid, action_no_funds, action_status_change, action_total_fwd_fees, action_total_action_fees, action_result_code, action_result_arg, tot_actions, spec_actions, skipped_actions, msgs_created, tot_msg_cells, tot_msg_bits, bounce, bounce_msg_cells, bounce_msg_bits, bounce_req_fwd_fees, bounce_msg_fees, bounce_fwd_fees, split_cur_shard_pfx_len, split_acc_split_depth, split_this_addr, split_sibling_addr, raw_boc, row_version)));

ALTER TABLE {database}.`messages`{onCluster} MODIFY COLUMN `pack` String MATERIALIZED if(intDiv(bitAnd(row_version, 65535), 2) >= 5, '', concat(char(1), formatRowNoNewline('RowBinary', block_shard, block_seqno, mc_block_seqno, hash_norm, kind, source_type, source_workchain, source_text, destination_type, destination_workchain, destination_text, value, value_extra, fwd_fee, ihr_fee, import_fee, created_lt, created_at, ihr_disabled, bounce, bounced, opcode, body_in_reference, init_hash, init_in_reference, raw_boc, row_version)));

ALTER TABLE {database}.`cell_trees`{onCluster} MODIFY COMMENT 'Trees of cells stored once by hash: code, data, libraries and configurations; bodies of messages of parsers before 6';

ALTER TABLE {database}.`messages`{onCluster} COMMENT COLUMN `body_hash` 'Hash of the body as a cell of its own; the body is in the cells of the transaction (transaction_parts)';
