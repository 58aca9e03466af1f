import type { Bag } from '@tonriver/boc';
import { loadMerkleProof } from '../block/index.ts';
import { loadHashmapE } from '../dictionary/index.ts';
import { loadConfigParams } from './config-params.ts';

/**
 * The root of the parameters' dictionary in a masterchain state: the state's last reference is
 * `masterchain_state_extra#cc26 shard_hashes:ShardHashes config:ConfigParams …`.
 */
export function findConfigInState(bag: Bag, state: number): number {
  const extra = bag.slice(bag.ref(state, bag.refCount(state) - 1));
  if (extra.loadUint(16) !== 0xcc26) throw new Error('The state is not one of the masterchain');
  loadHashmapE(extra);
  return loadConfigParams(extra).config;
}

/** The same in a Merkle proof of a masterchain state. */
export function findConfigInProof(bag: Bag): number {
  return findConfigInState(bag, loadMerkleProof(bag, bag.roots[0] as number).root);
}
