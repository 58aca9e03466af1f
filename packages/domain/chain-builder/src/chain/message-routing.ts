import { type AccountAddress, shardContains } from '@tonriver/chain-model';
import { addressPrefix } from './address-prefix.ts';

const MASTERCHAIN = -1;
const PREFIX_MASK = 0xffffffffffffffffn;

/** Where a message is after a hop and where it goes next: how many of 96 bits are the destination's already. */
export interface Route {
  readonly currentBits: number;
  readonly nextBits: number;
  readonly nextWorkchain: number;
  readonly nextPrefix: bigint;
}

/** The first `bits` of 96 (workchain 32, prefix 64) from the destination, the rest from the source. */
function mixPrefixes(source: AccountAddress, destination: AccountAddress, bits: number): [number, bigint] {
  if (bits < 32) return [source.workchain, addressPrefix(source.hash)];
  const mask = PREFIX_MASK >> BigInt(bits - 32);
  const mixed = (addressPrefix(destination.hash) & ~mask & PREFIX_MASK) | (addressPrefix(source.hash) & mask);
  return [destination.workchain, mixed];
}

/**
 * The first hop of a new message by the node's hypercube rule: within a workchain the address moves to its
 * destination four bits at a time, skipping hops that stay in the shard; to and from the masterchain it goes
 * at once. With at most 16 shards (prefixes of at most four bits) the first hop is always the last.
 */
export function routeMessage(source: AccountAddress, destination: AccountAddress, shard: bigint): Route {
  const [currentBits, nextBits] = hops(source, destination, shard);
  const [nextWorkchain, nextPrefix] = mixPrefixes(source, destination, nextBits);
  return { currentBits, nextBits, nextWorkchain, nextPrefix };
}

function hops(source: AccountAddress, destination: AccountAddress, shard: bigint): [number, number] {
  const target = addressPrefix(destination.hash);
  if (source.workchain === destination.workchain && shardContains(shard, target | 1n)) return [96, 96];
  if (source.workchain === MASTERCHAIN || destination.workchain === MASTERCHAIN) return [0, 96];
  if (source.workchain !== destination.workchain) return [0, 32];
  const start = addressPrefix(source.hash);
  let matching = 0;
  while (start >> BigInt(60 - matching) === target >> BigInt(60 - matching)) matching += 4;
  for (let bits = matching + 4; ; bits += 4) {
    const mask = PREFIX_MASK >> BigInt(bits);
    const hop = (target & ~mask & PREFIX_MASK) | (start & mask);
    if (bits >= 64 || !shardContains(shard, hop | 1n)) return [28 + bits, 32 + bits];
  }
}
