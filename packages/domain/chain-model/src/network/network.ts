import type { Hash } from '../primitives/index.ts';

/**
 * The network that one deployment serves. The global id alone does not identify it (private ones use mainnet's or each
 * other's): the zero state does.
 */
export interface Network {
  /** Part of database, topic and cache names: lower-case letters, digits and underscores. */
  readonly name: string;
  /** `global_id` of every block: −239 on mainnet, −3 on testnet. */
  readonly globalId: number;
  /** Hashes of the masterchain's zero state, which masterchain block 1 names as its predecessor. */
  readonly zeroStateRootHash: Hash;
  readonly zeroStateFileHash: Hash;
}

const fromHex = (hex: string): Hash => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The public networks. Private ones state their own zero state. */
export const publicNetworks: readonly Network[] = [
  {
    name: 'mainnet',
    globalId: -239,
    zeroStateRootHash: fromHex('17a3a92992aabea785a7a090985a265cd31f323d849da51239737e321fb05569'),
    zeroStateFileHash: fromHex('5e994fcf4d425c0a6ce6a792594b7173205f740a39cd56f537defd28b48a0f6e'),
  },
  {
    name: 'testnet',
    globalId: -3,
    zeroStateRootHash: fromHex('823f81f306ff02694f935cf5021548e3ce2b86b529812af6a12148879e95a128'),
    zeroStateFileHash: fromHex('67e20ac184b9e039a62667acc3f9c00f90f359a76738233379efa47604980ce8'),
  },
];

/** Addresses of the public test network carry the test-only bit. */
export function isTestNetwork(network: Pick<Network, 'globalId'>): boolean {
  return network.globalId === -3;
}
