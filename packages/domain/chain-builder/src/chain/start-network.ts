import type { Cell } from '@tonriver/boc';
import type { ExtraCurrency, GlobalVersion, Hash, ValidatorSet } from '@tonriver/chain-model';
import { defaultParameters } from '../network/default-parameters.ts';
import { changeNetworkConfig, createNetworkConfig, type NetworkConfig } from '../network/network-config.ts';
import { createValidatorRoster } from '../network/validator-roster.ts';
import { createRandom } from '../random.ts';
import { type ChainTools, createChainBuilder, type NewChain } from './chain-builder.ts';
import { createGenesisAccount, type GenesisAccount } from './genesis-account.ts';

/** The network that a seed gives. */
export interface NetworkSeed {
  /** Decides keys of validators, random seeds of blocks, their creators and signers. */
  readonly seed: string;
  readonly globalId: number;
  readonly version: GlobalVersion;
  /** Seconds since 1970: the time of the zero states. */
  readonly genUtime: number;
  readonly validatorCount: number;
  /** How many of them make masterchain blocks. */
  readonly mainValidatorCount: number;
}

/** A network with accounts and a configuration of its own. */
export interface NetworkStart extends NetworkSeed {
  /** Addresses in the masterchain. */
  readonly configAddress: Hash;
  readonly electorAddress: Hash;
  readonly minterAddress: Hash | null;
  /** Currencies that the minter makes. */
  readonly currencies: readonly ExtraCurrency[];
  /** The basechain splits into at most 2^maxSplit shards. */
  readonly maxSplit: number;
  readonly splitMergeDelaySeconds: number;
  readonly splitMergeIntervalSeconds: number;
  /** Parameters that replace the default ones; null removes one. */
  readonly parameters: ReadonlyMap<number, Cell | null>;
  readonly basechainAccounts: readonly GenesisAccount[];
  /** Must contain the config contract, whose data begin with a reference to the configuration's dictionary. */
  readonly masterchainAccounts: (config: NetworkConfig) => readonly GenesisAccount[];
}

/** How long the first validators are elected for. Seconds. */
const TERM_SECONDS = 65_536;

/** Returns what a chain needs from first to last, also to open it when it is stored. Equal seeds give equal tools. */
export function toolsOfSeed(seed: NetworkSeed): ChainTools {
  return rosterOf(seed).tools;
}

function rosterOf(options: NetworkSeed): { readonly tools: ChainTools; readonly validators: ValidatorSet } {
  const { seed, globalId, version, genUtime, validatorCount, mainValidatorCount } = options;
  const random = createRandom(`${seed}/validators`);
  const roster = createValidatorRoster({ seed, random, validatorCount, mainCount: mainValidatorCount });
  const validators = roster.createSet({ utimeSince: genUtime, utimeUntil: genUtime + TERM_SECONDS });
  const tools: ChainTools = {
    globalId,
    software: version,
    random: createRandom(`${seed}/chain`),
    signerOf: (publicKey) => roster.signerOf(publicKey),
  };
  return { tools, validators };
}

/**
 * Starts a network: zero states, validators, mainnet's prices and limits where `parameters` says nothing else.
 *
 * @throws {ChainBuilderError} `bad_option` for a configuration that blocks cannot follow, or that the config contract
 *   does not have
 */
export function startNetwork(start: NetworkStart): NewChain {
  const { globalId, version, genUtime } = start;
  const { tools, validators } = rosterOf(start);
  return createChainBuilder({
    ...tools,
    genUtime,
    basechainAccounts: start.basechainAccounts.map((account) => createGenesisAccount(account, genUtime)),
    masterchainAccounts: (config) =>
      start.masterchainAccounts(config).map((account) => createGenesisAccount(account, genUtime)),
    configFor: (basechainZeroState) => {
      const { configAddress, electorAddress, minterAddress, currencies, maxSplit } = start;
      const { splitMergeDelaySeconds, splitMergeIntervalSeconds } = start;
      const defaults = defaultParameters({
        globalId,
        configAddress,
        electorAddress,
        minterAddress,
        currencies,
        capabilities: version.capabilities,
        globalVersion: version.version,
        startUtime: genUtime,
        maxSplit,
        splitMergeDelaySeconds,
        splitMergeIntervalSeconds,
        basechainZeroState,
        validators,
      });
      return changeNetworkConfig(createNetworkConfig(defaults), start.parameters);
    },
  });
}
