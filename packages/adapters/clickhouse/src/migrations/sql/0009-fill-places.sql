INSERT INTO {database}.`message_places`
  (hash_prefix, lt, workchain, shard, seqno, direction, position, is_norm, mc_block_seqno, row_version)
SELECT reinterpretAsUInt64(substring(name.1, 1, 8)), lt, workchain, block_shard, block_seqno, direction, position, name.2,
  mc_block_seqno, row_version
FROM (
  SELECT lt, workchain, block_shard, block_seqno, direction, position, mc_block_seqno, row_version, arrayJoin(
    if(isNull(hash_norm) OR hash_norm = hash, [(hash, false)], [(hash, false), (assumeNotNull(hash_norm), true)])
  ) AS name
  FROM {database}.`messages` WHERE {slice}
);

INSERT INTO {database}.`transaction_places` (hash_prefix, lt, workchain, shard, seqno, mc_block_seqno, row_version)
SELECT reinterpretAsUInt64(substring(hash, 1, 8)), lt, workchain, block_shard, block_seqno, mc_block_seqno, row_version
FROM {database}.`transactions` WHERE {slice};
