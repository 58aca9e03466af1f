-- Merges no longer leave out the newest small parts, and make no statistics of columns.

ALTER TABLE {database}.`deployment`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`blocks`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`masterchain_shards`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`round_blocks`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`blocks_of_rounds`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`transactions`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`messages`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`transaction_parts`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`cell_trees`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`state_inits`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`message_places`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`body_hashes`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`opcodes`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`transaction_places`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`block_transactions`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`block_digests`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`rounds`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`watermarks`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`trace_ids`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`traces`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`assembler_snapshots`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`account_states`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`latest_account_states`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`account_data`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`configs`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`libraries`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`state_progress`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`resolved_blocks`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`resolved_accounts`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`initial_states`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`contract_interfaces`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`detected_rounds`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`domain_names`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`classified_traces`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`trace_accounts`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`action_places`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';

ALTER TABLE {database}.`actions_progress`{onCluster} MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, auto_statistics_types = '';
