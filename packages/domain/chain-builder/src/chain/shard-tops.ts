import {
  addCurrencyCollections,
  type BlockReference,
  type CurrencyCollection,
  type ShardDescription,
  WHOLE_SHARD,
} from '@tonriver/chain-model';
import type { ShardStep } from './shard-configuration.ts';

/** The blocks of a shard in one round: the newest one, and sums over all. */
export interface ShardTop {
  readonly reference: BlockReference;
  readonly startLt: bigint;
  readonly genUtime: number;
  readonly beforeSplit: boolean;
  readonly wantSplit: boolean;
  readonly wantMerge: boolean;
  readonly catchainSeqno: number;
  readonly minRefMcSeqno: number;
  readonly feesCollected: CurrencyCollection;
  readonly created: CurrencyCollection;
}

/** The masterchain has one shard, which never splits. */
export const MASTERCHAIN_STEP: ShardStep = { shard: WHOLE_SHARD, kind: 'continue', parents: [WHOLE_SHARD] };

/** Returns a newer top, with the sums of the older one added. */
export function addTop(older: ShardTop | undefined, newer: ShardTop): ShardTop {
  if (older === undefined) return newer;
  return {
    ...newer,
    minRefMcSeqno: Math.min(older.minRefMcSeqno, newer.minRefMcSeqno),
    feesCollected: addCurrencyCollections(older.feesCollected, newer.feesCollected),
    created: addCurrencyCollections(older.created, newer.created),
  };
}

/** Returns the description of a shard's new top block in masterchain block `mcSeqno`. */
export function describeTop(shard: bigint, top: ShardTop, mcSeqno: number): ShardDescription {
  const { reference } = top;
  return {
    layout: 'reference',
    seqno: reference.seqno,
    regMcSeqno: mcSeqno,
    startLt: top.startLt,
    endLt: reference.endLt,
    rootHash: reference.rootHash,
    fileHash: reference.fileHash,
    beforeSplit: top.beforeSplit,
    beforeMerge: false,
    wantSplit: top.wantSplit,
    wantMerge: top.wantMerge,
    nextCatchainUpdated: false,
    nextCatchainSeqno: top.catchainSeqno,
    nextValidatorShard: shard,
    minRefMcSeqno: top.minRefMcSeqno,
    genUtime: top.genUtime,
    splitMergeAt: { type: 'none' },
    feesCollected: top.feesCollected,
    fundsCreated: top.created,
  };
}
