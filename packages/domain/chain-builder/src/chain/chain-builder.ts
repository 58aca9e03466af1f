import type { Cell } from '@tonriver/boc';
import { type GlobalVersion, type Hash, WHOLE_SHARD } from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { canSign } from '../network/block-signatures.ts';
import { changeNetworkConfig, type NetworkConfig } from '../network/network-config.ts';
import type { SigningKey } from '../network/signing-key.ts';
import { createValidatorGroups } from '../network/validator-group.ts';
import type { Random } from '../random.ts';
import { ACCOUNT_NONE } from './account-dictionary.ts';
import { accountsOf, type ChainState, countInFlight, findAccount } from './chain-state.ts';
import { configAfterBlock } from './config-contract.ts';
import type { MasterchainFacts } from './masterchain-facts.ts';
import type { RoundTools } from './round.ts';
import { RoundBuilder } from './round-builder.ts';
import type { ShardHead } from './shard-head.ts';
import { headsByShard, openStoredChain, saveChain, stateHashesOf, type StateSource } from './stored-chain.ts';
import type { AccountRecord } from './transaction-outcome.ts';
import { createBasechainZeroState, createMasterchainZeroState, type ZeroState } from './zero-state.ts';

/** The parts that a chain needs from its first block to its last. */
export interface ChainTools {
  readonly globalId: number;
  /** `gen_software` of the blocks. */
  readonly software: GlobalVersion;
  /** Chooses random seeds of blocks, their creators, and signers. A stored chain is opened with the same seed. */
  readonly random: Random;
  readonly signerOf: (publicKey: Hash) => SigningKey | undefined;
}

/** The parts with which a chain begins. */
export interface ChainBuilderOptions extends ChainTools {
  readonly genUtime: number;
  /** Must contain the config contract. May contain the configuration. */
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
  /** Begins the next round. A round that was opened before and is not closed can only be dropped. */
  openRound(genUtime: number): RoundBuilder;
  /** Returns the facts of the newest masterchain state. */
  facts(): MasterchainFacts;
  masterchain(): ShardHead;
  /** Returns the newest blocks of the basechain's shards, by the numbers of the shards. */
  shards(): ShardHead[];
  /** Returns an account after the newest round; status `nonexist` if it does not exist. */
  account(workchain: number, hash: Hash): AccountRecord;
  /** Returns the accounts of the state after the newest round, whatever rounds are made while they are read. */
  accounts(): Iterable<{ readonly workchain: number; readonly account: AccountRecord }>;
  /**
   * Returns the configuration of the newest state with one parameter changed.
   *
   * @throws {TonriverError} when the next blocks could not follow it; the text says why
   */
  configWith(parameter: number, value: Cell): NetworkConfig;
  /** Returns the number of messages on their way. */
  inFlightCount(): number;
  /** Returns the root hashes of the newest states: the masterchain's, then those of the shards by their numbers. */
  stateHashes(): Hash[];
  /** Returns the bytes from which `openChain` goes on after the newest round, together with the cells of its states. */
  save(): Uint8Array;
}

/** A chain with the files of its zero states. */
export interface NewChain extends ChainBuilder {
  readonly zeroStates: { readonly masterchain: ZeroState; readonly basechain: ZeroState };
}

/**
 * Creates a chain with its zero states.
 *
 * @throws {ChainBuilderError} `bad_option` when the config contract does not have the configuration,
 *   `unknown_validator` when its validators cannot sign
 */
export function createChainBuilder(options: ChainBuilderOptions): NewChain {
  const { globalId, genUtime } = options;
  const groupOf = createValidatorGroups();
  const basechain = createBasechainZeroState(globalId, genUtime, options.basechainAccounts);
  const config = options.configFor(basechain.zeroState);
  const accounts = options.masterchainAccounts(config);
  checkGenesis(config, accounts, options);
  const masterchain = createMasterchainZeroState({
    globalId,
    genUtime,
    accounts,
    config,
    group: groupOf(config, { workchain: -1, shard: WHOLE_SHARD }, 0),
    basechain: basechain.head,
  });
  const state: ChainState = {
    masterchain: masterchain.head,
    facts: masterchain.facts,
    heads: new Map([[basechain.head.shard, basechain.head]]),
    deliveries: new Map(),
  };
  const zeroStates = { masterchain: masterchain.zeroState, basechain: basechain.zeroState };
  return { ...createChain(state, { ...options, groupOf }), zeroStates };
}

/**
 * Opens a stored chain. It goes on with the same blocks as the chain that was saved.
 *
 * @throws {ChainBuilderError} `bad_record` for damaged bytes, those of another chain, and missing or foreign states
 */
export function openChain(tools: ChainTools, saved: Uint8Array, source: StateSource): ChainBuilder {
  const state = openStoredChain(saved, source, tools.globalId);
  return createChain(state, { ...tools, groupOf: createValidatorGroups() });
}

function createChain(start: ChainState, { globalId, software, random, groupOf, signerOf }: RoundTools): ChainBuilder {
  let state = start;
  const tools: RoundTools = { globalId, software, random, groupOf, signerOf };
  function adopt(before: ChainState, after: ChainState): void {
    if (before !== state) throw new ChainBuilderError('wrong_order', 'The chain has had another round since');
    state = after;
  }
  return {
    openRound: (genUtime) => new RoundBuilder(state, tools, { genUtime, adopt }),
    facts: () => state.facts,
    masterchain: () => state.masterchain,
    shards: () => headsByShard(state.heads),
    account: (workchain, hash) => findAccount(state, workchain, hash),
    accounts: () => accountsOf(state),
    configWith(parameter, value) {
      const config = changeNetworkConfig(state.facts.config, [[parameter, value]]);
      if (canSign(config.validators.list.slice(0, config.validators.main), signerOf)) return config;
      throw new ChainBuilderError('unknown_validator', 'The keys of most validators of the configuration are unknown');
    },
    inFlightCount: () => countInFlight(state),
    stateHashes: () => stateHashesOf(state),
    save: () => saveChain(state),
  };
}

function checkGenesis(
  config: NetworkConfig,
  accounts: readonly AccountRecord[],
  { signerOf }: Pick<ChainTools, 'signerOf'>,
): void {
  const isKnown = ({ validators }: NetworkConfig): boolean =>
    canSign(validators.list.slice(0, validators.main), signerOf);
  if (!isKnown(config)) {
    throw new ChainBuilderError('unknown_validator', 'The keys of too many validators of the zero state are unknown');
  }
  const { config: found, problem } = configAfterBlock(config, {
    accountOf: (hash) => accounts.find((account) => Buffer.compare(account.hash, hash) === 0)?.cell ?? ACCOUNT_NONE,
    canSign: isKnown,
  });
  if (problem === null && found === config) return;
  const cause = problem === null ? {} : { cause: problem };
  throw new ChainBuilderError('bad_option', 'The config contract does not have the configuration', {}, cause);
}
