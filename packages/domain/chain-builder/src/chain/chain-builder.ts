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

/** The parts with which a chain begins. */
export interface ChainBuilderOptions {
  readonly globalId: number;
  /** `gen_software` of the blocks. */
  readonly software: GlobalVersion;
  readonly genUtime: number;
  /** Chooses random seeds of blocks, their creators, and signers. */
  readonly random: Random;
  readonly signerOf: (publicKey: Hash) => SigningKey | undefined;
  /** May contain the configuration. */
  readonly masterchainAccounts: (config: NetworkConfig) => readonly AccountRecord[];
  readonly basechainAccounts: readonly AccountRecord[];
  /** Returns the configuration for a basechain with this zero state. */
  readonly configFor: (basechain: ZeroState) => NetworkConfig;
}

/**
 * A chain that grows round by round. Keeps only the newest state, so memory grows with accounts and messages on their
 * way, but not with the length of the chain. Executes nothing: callers pass outcomes of transactions.
 */
export interface ChainBuilder {
  readonly zeroStates: { readonly masterchain: ZeroState; readonly basechain: ZeroState };
  /** Begins the next round. The previous one must be closed. */
  openRound(genUtime: number): RoundBuilder;
  /** Returns the facts of the newest masterchain state. */
  facts(): MasterchainFacts;
  masterchain(): ShardHead;
  /** Returns an account after the newest blocks; status `nonexist` if it does not exist. */
  account(workchain: number, hash: Hash): AccountRecord;
  /** Returns the number of messages on their way. */
  inFlightCount(): number;
}

/** Creates a chain with its zero states. */
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
