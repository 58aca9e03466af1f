import type { Cell } from '@tonriver/boc';
import type { GenesisAccount } from '@tonriver/chain-builder';

/** What a network begins with, beside what every devnet has. */
export interface Genesis {
  /** These take the place of the devnet's own accounts of the same addresses. */
  readonly accounts: readonly GenesisAccount[];
  /** Parameters of the configuration that replace the default ones; null leaves one out. */
  readonly parameters: ReadonlyMap<number, Cell | null>;
}

export const EMPTY_GENESIS: Genesis = { accounts: [], parameters: new Map() };

export const GENESIS_FORMAT = 'genesis of a devnet';
export const GENESIS_VERSION = 1;

/** Parameters that follow from the network itself: who owns it, its workchain, its validators, its global id. */
export const OWN_PARAMETERS: readonly number[] = [0, 1, 12, 19, 32, 33, 34, 35, 36, 37];
