import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AugmentedRoot,
  buildShardHashes,
  type MasterchainStateExtra,
  type ShardFeeCreated,
  storeMasterchainBlockExtra,
} from '@tonriver/chain-model';
import { writeLiveDictionary } from './live-dictionary.ts';
import type { MasterchainFacts } from './masterchain-facts.ts';
import type { ShardLeaf } from './shard-configuration.ts';

function shardHashes(leaves: readonly ShardLeaf[]): Cell | null {
  return buildShardHashes(leaves.map(({ shard, description }) => ({ workchain: 0, shard, description })));
}

/** Writes the `McStateExtra` of the state after a masterchain block. */
export function masterchainStateExtra(facts: MasterchainFacts): MasterchainStateExtra<Cell> {
  const { config } = facts;
  return {
    shardHashes: shardHashes(facts.leaves),
    config: { configAddress: config.configAddress, config: config.dictionary },
    validatorInfo: {
      validatorListHashShort: facts.validatorListHashShort,
      catchainSeqno: facts.catchainSeqno,
      nextCatchainUpdated: facts.nextCatchainUpdated,
    },
    previousBlocks: writeLiveDictionary(facts.pastBlocks),
    afterKeyBlock: facts.isKeyState,
    lastKeyBlock: facts.lastKeyBlock,
    blockCreateStats: { counters: facts.creators.root, extra: null },
    globalBalance: facts.globalBalance,
  };
}

/** The parts of a masterchain block that are not transactions. */
export interface MasterchainBlockFacts {
  readonly shardFees: AugmentedRoot<ShardFeeCreated>;
  readonly recoverCreateMessage: Cell | null;
  readonly mintMessage: Cell | null;
}

/** Writes the `McBlockExtra` of the block. `facts` are those after the block. */
export function writeMasterchainBlockExtra(facts: MasterchainFacts, block: MasterchainBlockFacts): Cell {
  const { config, isKeyState } = facts;
  const builder = new CellBuilder();
  storeMasterchainBlockExtra(builder, {
    keyBlock: isKeyState,
    shardHashes: shardHashes(facts.leaves),
    shardFees: block.shardFees,
    previousBlockSignatures: null,
    recoverCreateMessage: block.recoverCreateMessage,
    mintMessage: block.mintMessage,
    config: isKeyState ? { configAddress: config.configAddress, config: config.dictionary } : null,
  });
  return builder.endCell();
}
