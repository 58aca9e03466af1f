import type { Cell } from '@tonriver/boc';
import type { GenesisAccount, NetworkConfig } from '@tonriver/chain-builder';
import type { AccountAddress, StateInit } from '@tonriver/chain-model';
import { configAddress, configState, electorAddress, electorState } from '@tonriver/devnet-contracts';

const GRAM = 1_000_000_000n;

/**
 * Returns the elector and the config contract of a network as its zero state has them, with the configuration in the
 * data of the latter. Whoever has the secret key of `ownerKey` can change it.
 */
export function systemAccounts(config: NetworkConfig, ownerKey: Uint8Array): GenesisAccount[] {
  return [
    systemAccount(electorAddress, 10n * GRAM, electorState()),
    systemAccount(configAddress, 500n * GRAM, configState({ dictionary: config.dictionary, publicKey: ownerKey })),
  ];
}

function systemAccount(address: AccountAddress, grams: bigint, state: StateInit<Cell>): GenesisAccount {
  const { code, data, special } = state;
  const contract = special === null ? { code, data } : { code, data, tickTock: special };
  return { address, balance: { grams, extra: [] }, state: contract, isSpecial: true };
}
