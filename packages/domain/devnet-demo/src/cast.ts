import type { AccountAddress } from '@tonriver/chain-model';
import { createWallet, domainCollectionState, type Wallet } from '@tonriver/devnet-chain';
import {
  addressOfState,
  dexRouterState,
  dnsItemState,
  jettonMinterState,
  jettonWalletState,
  marketplaceState,
  multisigState,
  nftCollectionState,
  nominatorPoolState,
  onChainMetadata,
  relayState,
} from '@tonriver/devnet-contracts';

type State = ReturnType<typeof jettonMinterState>;

/** A contract of the demo and its first state. */
export interface Contract {
  readonly address: AccountAddress;
  readonly state: State;
}

/** Who takes part in a demo. All addresses follow from the seed. */
export interface Cast {
  /** The first is the admin of the contracts. */
  readonly wallets: readonly [Wallet, ...Wallet[]];
  readonly minters: readonly [Contract, Contract];
  readonly collection: Contract;
  readonly marketplace: Contract;
  readonly router: Contract;
  readonly nominatorPool: Contract;
  /** The devnet's own collection of domains: it is there before the demo, but not on a chain that began without it. */
  readonly names: Contract;
  readonly relays: readonly [Contract, Contract];
  /** Its signers are the first wallets, by their numbers. */
  readonly multisig: Contract;
}

const WALLETS = 6;
/** Signers of the multisig wallet, and how many of them must approve an order. */
export const MULTISIG = { signers: 3, threshold: 2 } as const;
const MARKETPLACE_FEE_PER_MILLE = 50;
const JETTONS = [
  { name: 'Demo River', symbol: 'RIVER' },
  { name: 'Demo Stone', symbol: 'STONE' },
] as const;

export function createCast(seed: string): Cast {
  const admin = createWallet(`${seed}/demo/0`);
  const others = Array.from({ length: WALLETS - 1 }, (_, index) => createWallet(`${seed}/demo/${index + 1}`));
  const owner = admin.address;
  const minter = (jetton: (typeof JETTONS)[number]): Contract =>
    contractOf(jettonMinterState({ admin: owner, content: onChainMetadata({ ...jetton, decimals: '9' }) }));
  const royalty = { numerator: 5, denominator: 100, destination: owner };
  const content = onChainMetadata({ name: 'Demo boats', description: 'Items of a local network' });
  const signers = [admin, ...others].slice(0, MULTISIG.signers).map(({ address }) => address);
  return {
    wallets: [admin, ...others],
    minters: [minter(JETTONS[0]), minter(JETTONS[1])],
    collection: contractOf(nftCollectionState({ owner, content, itemPrefix: 'https://example.com/boats/', royalty })),
    marketplace: contractOf(marketplaceState({ feeAddress: owner, feePerMille: MARKETPLACE_FEE_PER_MILLE })),
    router: contractOf(dexRouterState('demo')),
    nominatorPool: contractOf(nominatorPoolState()),
    names: contractOf(domainCollectionState()),
    relays: [contractOf(relayState(0)), contractOf(relayState(1))],
    multisig: contractOf(multisigState({ threshold: MULTISIG.threshold, signers })),
  };
}

function contractOf(state: State): Contract {
  return { address: addressOfState(state), state };
}

/** The wallet of an owner for one of the jettons. */
export function jettonWalletOf(owner: AccountAddress, minter: Contract): AccountAddress {
  return addressOfState(jettonWalletState({ owner, minter: minter.address }));
}

/** A domain that the demo buys, and its item. */
export function nameOf({ names }: Cast, number: number): { readonly label: string; readonly address: AccountAddress } {
  const label = `demo-${number}`;
  return { label, address: addressOfState(dnsItemState(label, names.address)) };
}
