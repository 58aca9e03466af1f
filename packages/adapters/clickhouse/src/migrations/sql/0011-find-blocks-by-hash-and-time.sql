ALTER TABLE {database}.`blocks`{onCluster} MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild';

ALTER TABLE {database}.`blocks`{onCluster} ADD INDEX IF NOT EXISTS gen_utime_span gen_utime TYPE minmax GRANULARITY 8;

ALTER TABLE {database}.`blocks`{onCluster} ADD INDEX IF NOT EXISTS start_lt_span start_lt TYPE minmax GRANULARITY 8;

ALTER TABLE {database}.`blocks`{onCluster} ADD PROJECTION IF NOT EXISTS by_root_hash (SELECT workchain, shard, seqno ORDER BY root_hash);

ALTER TABLE {database}.`blocks`{onCluster} ADD PROJECTION IF NOT EXISTS by_file_hash (SELECT workchain, shard, seqno ORDER BY assumeNotNull(file_hash));

ALTER TABLE {database}.`rounds`{onCluster} ADD INDEX IF NOT EXISTS gen_utime_span gen_utime TYPE minmax GRANULARITY 1;

ALTER TABLE {database}.`rounds`{onCluster} ADD INDEX IF NOT EXISTS start_lt_span start_lt TYPE minmax GRANULARITY 1;

ALTER TABLE {database}.`rounds`{onCluster} ADD INDEX IF NOT EXISTS end_lt_span end_lt TYPE minmax GRANULARITY 1;

ALTER TABLE {database}.`blocks`{onCluster} MATERIALIZE INDEX gen_utime_span;

ALTER TABLE {database}.`blocks`{onCluster} MATERIALIZE INDEX start_lt_span;

ALTER TABLE {database}.`blocks`{onCluster} MATERIALIZE PROJECTION by_root_hash;

ALTER TABLE {database}.`blocks`{onCluster} MATERIALIZE PROJECTION by_file_hash;

ALTER TABLE {database}.`rounds`{onCluster} MATERIALIZE INDEX gen_utime_span;

ALTER TABLE {database}.`rounds`{onCluster} MATERIALIZE INDEX start_lt_span;

ALTER TABLE {database}.`rounds`{onCluster} MATERIALIZE INDEX end_lt_span;
