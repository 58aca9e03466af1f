import { type AccountAddress, formatAccountAddress, hashToHex } from '@tonriver/chain-model';
import { LRUCache } from 'lru-cache';

/** Codes and data of contracts as bags, by the hash of their root: most are the same in many rounds. */
export interface KeptTrees {
  code(hash: Uint8Array): Uint8Array | undefined;
  keepCode(hash: Uint8Array, boc: Uint8Array): void;
  /** Only what the rows of this account gave: what is known must not depend on who was asked before. */
  data(address: AccountAddress, hash: Uint8Array): Uint8Array | undefined;
  keepData(address: AccountAddress, hash: Uint8Array, boc: Uint8Array): void;
}

/** What an entry takes besides its bag. */
const ENTRY_BYTES = 300;

/** @param bytesMax those that were used longest ago are forgotten: strangers choose which contracts are read */
export function createKeptTrees(bytesMax: number): KeptTrees {
  const trees = new LRUCache<string, Uint8Array>({
    maxSize: bytesMax,
    sizeCalculation: ({ length }) => length + ENTRY_BYTES,
  });
  const keyOfData = (address: AccountAddress, hash: Uint8Array): string =>
    `${formatAccountAddress(address)} ${hashToHex(hash)}`;
  return {
    code: (hash) => trees.get(hashToHex(hash)),
    keepCode: (hash, boc) => void trees.set(hashToHex(hash), boc),
    data: (address, hash) => trees.get(keyOfData(address, hash)),
    keepData: (address, hash, boc) => void trees.set(keyOfData(address, hash), boc),
  };
}
