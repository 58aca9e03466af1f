import {
  type BlockReference,
  type CurrencyCollection,
  type Hash,
  type KeyMaxLt,
  keyFromUint,
  loadOldMasterchainBlock,
  type OldMasterchainBlock,
  oldMasterchainBlocksKind,
  WHOLE_SHARD,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import type { NetworkConfig } from '../network/network-config.ts';
import type { ValidatorGroup } from '../network/validator-group.ts';
import { type CreatorLedger, countCreators } from './creator-stats.ts';
import { changeLiveDictionary, type LiveDictionary, type LiveKind } from './live-dictionary.ts';
import { registerTops, type ShardLeaf, updateSplitMergePlans } from './shard-configuration.ts';

/** The dictionary of all earlier masterchain blocks, by seqno. */
export const pastBlocksKind: LiveKind<OldMasterchainBlock, KeyMaxLt> = {
  ...oldMasterchainBlocksKind,
  loadValue: loadOldMasterchainBlock,
};

/** The masterchain state without its accounts: `McStateExtra`. */
export interface MasterchainFacts {
  readonly config: NetworkConfig;
  readonly leaves: readonly ShardLeaf[];
  readonly validatorListHashShort: number;
  readonly catchainSeqno: number;
  readonly nextCatchainUpdated: boolean;
  /** All earlier masterchain blocks. */
  readonly pastBlocks: LiveDictionary<OldMasterchainBlock, KeyMaxLt>;
  /** True if the state follows a key block (or is the zero state). */
  readonly isKeyState: boolean;
  readonly lastKeyBlock: BlockReference | null;
  readonly creators: CreatorLedger;
  readonly globalBalance: CurrencyCollection;
}

/** The changes in a masterchain block. */
export interface MasterchainStep {
  readonly config: NetworkConfig;
  /** The previous block. */
  readonly previous: BlockReference;
  readonly previousUtime: number;
  readonly now: number;
  readonly tops: readonly ShardLeaf[];
  readonly globalBalance: CurrencyCollection;
  readonly creator: Hash;
  readonly shardCreators: readonly Hash[];
  readonly groupOf: (config: NetworkConfig, catchainSeqno: number) => ValidatorGroup;
}

/** Returns the newest key block at or before `previous`, whose state `facts` describe. */
export function keyBlockAt(facts: MasterchainFacts, previous: BlockReference): BlockReference | null {
  return facts.isKeyState ? previous : facts.lastKeyBlock;
}

/** Returns the facts after a block, by the collator's rules. */
export function advanceMasterchain(facts: MasterchainFacts, step: MasterchainStep): MasterchainFacts {
  const { config, now, previous, previousUtime } = step;
  const isKeyBlock = config !== facts.config;
  const isNewPeriod = (lifetime: number): boolean => Math.floor(now / lifetime) > Math.floor(previousUtime / lifetime);
  const updateShards = isKeyBlock || isNewPeriod(config.catchain.shardCatchainLifetime);
  const updateMaster = isKeyBlock || isNewPeriod(config.catchain.mcCatchainLifetime);
  const catchainSeqno = facts.catchainSeqno + (updateMaster ? 1 : 0);
  const registered = facts.leaves.length === 0 ? [beginBasechain(config, now)] : registerTops(facts.leaves, step.tops);
  const past: OldMasterchainBlock = { isKeyBlock: facts.isKeyState, reference: previous };
  return {
    config,
    leaves: updateSplitMergePlans(registered, config.splitMerge, now, updateShards),
    validatorListHashShort: step.groupOf(config, catchainSeqno).stateListHashShort,
    catchainSeqno,
    nextCatchainUpdated: updateMaster && updateShards,
    pastBlocks: changeLiveDictionary(facts.pastBlocks, [{ key: keyFromUint(previous.seqno, 32), value: past }]),
    isKeyState: isKeyBlock,
    lastKeyBlock: keyBlockAt(facts, previous),
    creators: countCreators(facts.creators, step.creator, step.shardCreators, now),
    globalBalance: step.globalBalance,
  };
}

/** No masterchain block is referred to yet. */
export const NO_REFERENCE = 0xffffffff;

/** Registers the basechain, with its zero state as block 0, in the first masterchain block. */
function beginBasechain({ basechain }: NetworkConfig, now: number): ShardLeaf {
  return {
    shard: WHOLE_SHARD,
    description: {
      layout: 'reference',
      seqno: 0,
      regMcSeqno: 1,
      startLt: 0n,
      endLt: 0n,
      rootHash: basechain.rootHash,
      fileHash: basechain.fileHash,
      beforeSplit: false,
      beforeMerge: false,
      wantSplit: false,
      wantMerge: false,
      nextCatchainUpdated: false,
      nextCatchainSeqno: 0,
      nextValidatorShard: WHOLE_SHARD,
      minRefMcSeqno: NO_REFERENCE,
      genUtime: now,
      splitMergeAt: { type: 'none' },
      feesCollected: zeroCurrencyCollection,
      fundsCreated: zeroCurrencyCollection,
    },
  };
}
