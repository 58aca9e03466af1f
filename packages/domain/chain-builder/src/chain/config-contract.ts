import type { Cell } from '@tonriver/boc';
import { equalBytes, type Hash } from '@tonriver/chain-model';
import { TonriverError } from '@tonriver/errors';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { type NetworkConfig, readNetworkConfig } from '../network/network-config.ts';
import { readAccount } from './account-dictionary.ts';

/** The configuration after a masterchain block. */
export interface ConfigOutcome {
  /** The same object as before if nothing changes. */
  readonly config: NetworkConfig;
  /** Why the data of the config contract were ignored; null if they were not. */
  readonly problem: TonriverError | null;
}

/** What a new configuration depends on. */
export interface ConfigSources {
  /** Returns the cell of a masterchain account after the block. */
  readonly accountOf: (hash: Hash) => Cell;
  /** Tells whether enough validators of the configuration can sign. */
  readonly canSign: (config: NetworkConfig) => boolean;
}

/**
 * Returns the configuration in the data of the config contract, whose first reference is the dictionary of parameters.
 * A new parameter 0 hands over to another contract, if that has a configuration which names it.
 *
 * The node makes no block when the contract has no valid configuration: its chain would stop. Here that is ignored.
 */
export function configAfterBlock(before: NetworkConfig, sources: ConfigSources): ConfigOutcome {
  try {
    const dictionary = dictionaryOf(before.configAddress, sources);
    const isSame = equalBytes(dictionary.hash(), before.dictionary.hash());
    const config = isSame ? before : read(dictionary, sources);
    return { config: followAddress(config, before.configAddress, sources), problem: null };
  } catch (error) {
    if (!(error instanceof TonriverError)) throw error;
    return { config: before, problem: error };
  }
}

function dictionaryOf(address: Hash, { accountOf }: ConfigSources): Cell {
  const dictionary = readAccount(accountOf(address)).data?.refs[0];
  if (dictionary !== undefined) return dictionary;
  throw new ChainBuilderError('bad_option', 'The data of the config contract do not begin with a configuration');
}

function read(dictionary: Cell, { canSign }: ConfigSources): NetworkConfig {
  const config = readNetworkConfig(dictionary);
  if (canSign(config)) return config;
  throw new ChainBuilderError('unknown_validator', 'The keys of most validators of the configuration are unknown');
}

function followAddress(config: NetworkConfig, address: Hash, sources: ConfigSources): NetworkConfig {
  const { namedAddress } = config;
  if (equalBytes(namedAddress, address)) return config;
  try {
    const next = read(dictionaryOf(namedAddress, sources), sources);
    if (equalBytes(next.namedAddress, namedAddress)) return next;
  } catch (error) {
    if (!(error instanceof TonriverError)) throw error;
  }
  return equalBytes(config.configAddress, address) ? config : { ...config, configAddress: address };
}
