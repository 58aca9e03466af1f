import type { Cell } from '@tonriver/boc';
import { type AccountAddress, type StateInit, storeConfigParameter } from '@tonriver/chain-model';
import type { GenesisAccount } from '@tonriver/chain-builder';
import { addressOfState, dnsCollectionState, dnsRootState, onChainMetadata } from '@tonriver/devnet-contracts';
import { EMPTY_GENESIS, type Genesis } from '../genesis/genesis.ts';

const GRAM = 1_000_000_000n;
const ZONE = 'ton';
/** The configuration parameter that names the root of domains, an account of the masterchain. */
const ROOT_PARAMETER = 4;
/** Rent in the masterchain is a thousand times that of the basechain. */
const ROOT_GRAMS = 100n * GRAM;
const COLLECTION_GRAMS = 1n * GRAM;

/** The collection that sells the domains of `.ton`, for 1 TON each. Its address follows from this state. */
export function domainCollectionState(): StateInit<Cell> {
  const content = onChainMetadata({ name: 'Local domains', description: 'Domains of a local network' });
  return dnsCollectionState({ content, price: 1n * GRAM });
}

/** The root of domains and the collection that it names. A genesis that says which root there is gets no other one. */
export function domainsBeside({ parameters }: Genesis): Genesis {
  if (parameters.has(ROOT_PARAMETER)) return EMPTY_GENESIS;
  const collectionState = domainCollectionState();
  const collection = addressOfState(collectionState);
  const rootState = dnsRootState(ZONE, collection);
  const root = addressOfState(rootState, -1);
  return {
    accounts: [contract(collection, COLLECTION_GRAMS, collectionState), contract(root, ROOT_GRAMS, rootState)],
    parameters: new Map([[ROOT_PARAMETER, storeConfigParameter(ROOT_PARAMETER, root.hash)]]),
  };
}

/** The same genesis for a network that begins as those of before, which had no root of domains. */
export function withoutDomains({ accounts, parameters }: Genesis): Genesis {
  return { accounts, parameters: new Map([[ROOT_PARAMETER, null], ...parameters]) };
}

function contract(address: AccountAddress, grams: bigint, { code, data }: StateInit<Cell>): GenesisAccount {
  return { address, balance: { grams, extra: [] }, state: { code, data } };
}
