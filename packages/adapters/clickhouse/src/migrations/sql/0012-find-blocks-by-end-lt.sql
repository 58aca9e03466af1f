ALTER TABLE {database}.`blocks`{onCluster} ADD INDEX IF NOT EXISTS end_lt_span end_lt TYPE minmax GRANULARITY 8;

ALTER TABLE {database}.`blocks`{onCluster} MATERIALIZE INDEX end_lt_span;
