import { type AccountAddress, shardContains } from '@tonriver/chain-model';
import { addressPrefix } from './address-prefix.ts';

const MASTERCHAIN = -1;
/** All bits of an address are those of the destination. */
export const ARRIVED_BITS = 96;
const PREFIX_MASK = 0xffffffffffffffffn;

/**
 * The route of a message: how many of 96 address bits are already those of the destination, now and after the next hop.
 */
export interface Route {
  readonly currentBits: number;
  readonly nextBits: number;
  readonly nextWorkchain: number;
  readonly nextPrefix: bigint;
}

/** Returns 96 bits (workchain 32, prefix 64): the first `bits` from the destination, the rest from the source. */
function mixPrefixes(source: AccountAddress, destination: AccountAddress, bits: number): [number, bigint] {
  if (bits < 32) return [source.workchain, addressPrefix(source.hash)];
  const mask = PREFIX_MASK >> BigInt(bits - 32);
  const mixed = (addressPrefix(destination.hash) & ~mask & PREFIX_MASK) | (addressPrefix(source.hash) & mask);
  return [destination.workchain, mixed];
}

/**
 * Returns the first hop of a new message by the node's hypercube rule: within a workchain the address changes to the
 * destination four bits at a time, without hops inside the shard; to and from the masterchain there is one hop. With at
 * most 16 shards (prefixes of at most four bits) the first hop is always the last.
 */
export function routeMessage(source: AccountAddress, destination: AccountAddress, shard: bigint): Route {
  const [currentBits, nextBits] = hops(source, destination, shard);
  const [nextWorkchain, nextPrefix] = mixPrefixes(source, destination, nextBits);
  return { currentBits, nextBits, nextWorkchain, nextPrefix };
}

function hops(source: AccountAddress, destination: AccountAddress, shard: bigint): [number, number] {
  const target = addressPrefix(destination.hash);
  if (source.workchain === destination.workchain && shardContains(shard, target | 1n))
    return [ARRIVED_BITS, ARRIVED_BITS];
  if (source.workchain === MASTERCHAIN || destination.workchain === MASTERCHAIN) return [0, ARRIVED_BITS];
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
