import { hashToHex } from '@tonriver/chain-model';
import { LRUCache } from 'lru-cache';

/** Codes and data of contracts as bags, by the hash of their root: most are the same in many rounds. */
export interface KeptTrees {
  get(hash: Uint8Array): Uint8Array | undefined;
  keep(hash: Uint8Array, boc: Uint8Array): void;
}

/** What an entry takes besides its bag. */
const ENTRY_BYTES = 200;

/** @param bytesMax those that were used longest ago are forgotten: strangers choose which contracts are read */
export function createKeptTrees(bytesMax: number): KeptTrees {
  const trees = new LRUCache<string, Uint8Array>({
    maxSize: bytesMax,
    sizeCalculation: ({ length }) => length + ENTRY_BYTES,
  });
  return {
    get: (hash) => trees.get(hashToHex(hash)),
    keep: (hash, boc) => void trees.set(hashToHex(hash), boc),
  };
}
