TRUNCATE TABLE {database}.`message_hashes`{onCluster} SETTINGS max_table_size_to_drop = 0;

TRUNCATE TABLE {database}.`transaction_hashes`{onCluster} SETTINGS max_table_size_to_drop = 0;

ALTER TABLE {database}.`cell_trees`{onCluster} MODIFY COMMENT 'Trees of cells stored once by hash: code, data, libraries and configurations; bodies of messages of parsers before 6';

ALTER TABLE {database}.`messages`{onCluster} COMMENT COLUMN `body_hash` 'Hash of the body as a cell of its own; the body is in the cells of the transaction (transaction_parts)';
