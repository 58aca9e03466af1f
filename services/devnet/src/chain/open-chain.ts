import { type ChainBuilder, openChain, type ZeroState } from '@tonriver/chain-builder';
import { hashToHex } from '@tonriver/chain-model';
import type { DevnetNetwork } from '@tonriver/devnet-chain';
import type { ChainIdentity, DevnetStore } from '@tonriver/devnet-store';
import { DevnetError } from '../devnet-error.ts';
import type { KeptStates } from './kept-states.ts';

/**
 * Opens the stored chain, or begins one. What an earlier process left half done is undone: states of a round that was
 * not stored are removed.
 *
 * @throws {DevnetError} `chain_differs` when the stored chain was begun with other options
 */
export async function beginOrOpenChain(
  network: DevnetNetwork,
  store: DevnetStore,
  states: KeptStates,
  genesisDigest: string | undefined,
): Promise<{ readonly chain: ChainBuilder; readonly identity: ChainIdentity }> {
  const stored = store.identity();
  if (stored !== undefined) ensureSame(stored, network.options, genesisDigest);
  const record = store.chainRecord();
  if (stored === undefined || record === undefined) return await begin(network, { store, states, genesisDigest });
  await states.dropAfter(store.headSeqno());
  const chain = openChain(network.tools, record, { readState: (hash) => states.read(hash) });
  return { chain, identity: stored };
}

async function begin(
  network: DevnetNetwork,
  {
    store,
    states,
    genesisDigest,
  }: { readonly store: DevnetStore; readonly states: KeptStates; readonly genesisDigest: string | undefined },
) {
  const chain = network.create();
  const { masterchain, basechain } = chain.zeroStates;
  const named = ({ rootHash, fileHash }: ZeroState) => ({
    rootHash: hashToHex(rootHash),
    fileHash: hashToHex(fileHash),
  });
  const zeroStates = { masterchain: named(masterchain), basechain: named(basechain) };
  const identity = { ...network.options, ...(genesisDigest === undefined ? {} : { genesisDigest }), ...zeroStates };
  await states.begin([masterchain.boc, basechain.boc]);
  await store.begin({
    identity,
    zeroStates: { masterchain: masterchain.boc, basechain: basechain.boc },
    chainRecord: chain.save(),
  });
  return { chain, identity };
}

function ensureSame(stored: ChainIdentity, options: DevnetNetwork['options'], genesisDigest: string | undefined): void {
  // A chain that has begun does not need its genesis again.
  if (genesisDigest !== undefined && genesisDigest !== stored.genesisDigest) {
    throw new DevnetError('chain_differs', 'The stored chain was begun with another genesis. Use DEVNET_RESET=true');
  }
  const names = Object.keys(options) as (keyof DevnetNetwork['options'])[];
  const other = names.filter((name) => stored[name] !== options[name]);
  if (other.length === 0) return;
  const list = other.map((name) => `${name} ${stored[name]} instead of ${options[name]}`).join(', ');
  throw new DevnetError(
    'chain_differs',
    `The stored chain was begun with ${list}. Use the same options, or DEVNET_RESET=true`,
  );
}
