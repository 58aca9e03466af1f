import type { BlockRow } from '@tonriver/row-schema';
import { type BlockKey, type BlockRecord, MASTERCHAIN, MASTERCHAIN_SHARD } from '@tonriver/chain-reader';
import type { Dialect } from '../dialects/dialect.ts';
import { base64Of } from './base64.ts';

/** A block's identity in an answer. */
export interface BlockRefAnswer {
  readonly workchain: number;
  readonly shard: string;
  readonly seqno: number;
}

export function blockRefOf(dialect: Dialect, { workchain, shard, seqno }: BlockKey): BlockRefAnswer {
  return { workchain, shard: dialect.shard(shard), seqno };
}

/**
 * Returns a block header. `masterchain_block_ref` is the block that committed it, null while its round is not known;
 * `validator_list_hash_short` is printed as a signed number, as the deployed service stores it.
 */
export function blockOf(dialect: Dialect, row: BlockRecord): Readonly<Record<string, unknown>> {
  return {
    workchain: row.workchain,
    shard: dialect.shard(row.shard),
    seqno: row.seqno,
    root_hash: base64Of(row.rootHash),
    file_hash: row.fileHash === null ? null : base64Of(row.fileHash),
    global_id: row.globalId,
    version: row.version,
    after_merge: row.afterMerge,
    before_split: row.beforeSplit,
    after_split: row.afterSplit,
    want_merge: row.wantMerge,
    want_split: row.wantSplit,
    key_block: row.keyBlock,
    vert_seqno_incr: row.vertSeqnoIncr,
    flags: row.flags,
    gen_utime: String(row.genUtime),
    start_lt: String(row.startLt),
    end_lt: String(row.endLt),
    validator_list_hash_short: row.validatorListHashShort | 0,
    gen_catchain_seqno: row.genCatchainSeqno,
    min_ref_mc_seqno: row.minRefMcSeqno,
    prev_key_block_seqno: row.prevKeyBlockSeqno,
    vert_seqno: row.vertSeqno,
    master_ref_seqno: row.masterRefSeqno,
    rand_seed: base64Of(row.randSeed),
    created_by: base64Of(row.createdBy),
    tx_count: row.txCount,
    masterchain_block_ref:
      row.finality === 'finalized'
        ? blockRefOf(dialect, { workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno: row.mcBlockSeqno })
        : null,
    prev_blocks: previousBlocks(row).map((previous) => blockRefOf(dialect, previous)),
  };
}

function previousBlocks(row: BlockRow): BlockKey[] {
  const first = { workchain: row.workchain, shard: row.prev1Shard, seqno: row.prev1Seqno };
  if (row.prev2Shard === null || row.prev2Seqno === null) return [first];
  return [first, { workchain: row.workchain, shard: row.prev2Shard, seqno: row.prev2Seqno }];
}
