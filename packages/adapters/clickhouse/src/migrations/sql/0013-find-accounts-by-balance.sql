ALTER TABLE {database}.`account_states`{onCluster} MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild';

ALTER TABLE {database}.`account_states`{onCluster} ADD PROJECTION IF NOT EXISTS by_balance_step (SELECT toUInt16(10 * length(toString(balance)) + toUInt8(substring(toString(balance), 1, 1))), workchain, account GROUP BY toUInt16(10 * length(toString(balance)) + toUInt8(substring(toString(balance), 1, 1))), workchain, account);

ALTER TABLE {database}.`account_states`{onCluster} MATERIALIZE PROJECTION by_balance_step;
