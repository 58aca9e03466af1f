import type { GlobalVersion, Hash } from '@tonriver/chain-model';
import type { NetworkConfig } from '../network/network-config.ts';
import type { SigningKey } from '../network/signing-key.ts';
import { createValidatorGroups } from '../network/validator-group.ts';
import type { Random } from '../random.ts';
import { ChainState } from './chain-state.ts';
import type { MasterchainFacts } from './masterchain-facts.ts';
import { RoundBuilder, type RoundTools } from './round-builder.ts';
import type { ShardHead } from './shard-head.ts';
import { createStateUpdater } from './state-update.ts';
import { createBasechainZeroState, createMasterchainZeroState, type ZeroState } from './zero-state.ts';
import type { AccountRecord } from './transaction-outcome.ts';

/** What a chain begins with. */
export interface ChainBuilderOptions {
  readonly globalId: number;
  /** What made the blocks: `gen_software`. */
  readonly software: GlobalVersion;
  readonly genUtime: number;
  /** Draws random seeds of blocks, their makers, and who signs. */
  readonly random: Random;
  readonly signerOf: (publicKey: Hash) => SigningKey | undefined;
  /** They may hold the configuration. */
  readonly masterchainAccounts: (config: NetworkConfig) => readonly AccountRecord[];
  readonly basechainAccounts: readonly AccountRecord[];
  /** The configuration for a basechain that begins with this zero state. */
  readonly configFor: (basechain: ZeroState) => NetworkConfig;
}

/**
 * A chain that grows round by round. It keeps the newest state only: memory follows the number of accounts and of
 * messages on the way, not the chain's length. It executes nothing: outcomes of transactions are given to it.
 */
export interface ChainBuilder {
  readonly zeroStates: { readonly masterchain: ZeroState; readonly basechain: ZeroState };
  /** Begins the next round; the round before must be closed. */
  openRound(genUtime: number): RoundBuilder;
  /** What the newest masterchain state knows. */
  facts(): MasterchainFacts;
  masterchain(): ShardHead;
  /** An account as the newest blocks left it; status `nonexist` when it is not there. */
  account(workchain: number, hash: Hash): AccountRecord;
  /** How many messages were sent and not yet received. */
  inFlightCount(): number;
}

/** Creates a chain of zero states. */
export function createChainBuilder(options: ChainBuilderOptions): ChainBuilder {
  const { globalId, software, genUtime, random, signerOf } = options;
  const groupOf = createValidatorGroups();
  const updater = createStateUpdater();
  const basechain = createBasechainZeroState(globalId, genUtime, options.basechainAccounts);
  const config = options.configFor(basechain.zeroState);
  const masterchainAccounts = options.masterchainAccounts(config);
  const masterchain = createMasterchainZeroState({
    globalId,
    genUtime,
    accounts: masterchainAccounts,
    config,
    group: groupOf(config, masterchainIdent(basechain.zeroState), 0),
    basechain: basechain.head,
  });
  updater.learn(basechain.head.state);
  updater.learn(masterchain.head.state);
  const state = new ChainState(masterchain.head, basechain.head, masterchain.facts, [
    [-1, masterchainAccounts],
    [0, options.basechainAccounts],
  ]);
  const tools: RoundTools = { globalId, software, random, updater, groupOf, signerOf };
  return {
    zeroStates: { masterchain: masterchain.zeroState, basechain: basechain.zeroState },
    openRound: (utime) => new RoundBuilder(state, tools, utime),
    facts: () => state.facts,
    masterchain: () => state.masterchain,
    account: (workchain, hash) => state.account(workchain, hash),
    inFlightCount: () => state.inFlightCount,
  };
}

function masterchainIdent({ shard }: ZeroState) {
  return { workchain: -1, shard };
}
