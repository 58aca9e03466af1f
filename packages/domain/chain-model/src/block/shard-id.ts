import { badValue, ChainModelError } from '../errors.ts';

/**
 * A shard is an unsigned 64-bit number: the prefix of the account addresses it holds, then one bit 1, then zeros.
 * `WHOLE_SHARD` (an empty prefix) is the whole workchain. Shards are ordered as signed numbers where an order is shown.
 */
export const WHOLE_SHARD = 0x8000000000000000n;

/** The longest prefix a shard can have, in bits. */
export const shardPrefixBitsMax = 60;

/** The lowest bit that is 1: it marks the end of the prefix. */
function markerBit(shard: bigint): bigint {
  return shard & -shard;
}

/** True when the number is a shard of the chain: 64 bits, with a prefix of at most 60 bits. */
export function isShardId(shard: bigint): boolean {
  return shard > 0n && shard < 1n << 64n && markerBit(shard) >= 1n << BigInt(63 - shardPrefixBitsMax);
}

/** How many bits of the account address the shard fixes: 0 for the whole workchain. */
export function shardPrefixLength(shard: bigint): number {
  if (!isShardId(shard)) throw badValue('ShardIdent', 'shard', shard);
  let length = 63;
  for (let rest = shard; (rest & 1n) === 0n; rest >>= 1n) length--;
  return length;
}

/** The shard that this one and its sibling were split from. */
export function shardParent(shard: bigint): bigint {
  if (shard === WHOLE_SHARD || !isShardId(shard)) throw badValue('ShardIdent', 'parent of shard', shard);
  const marker = markerBit(shard);
  return (shard - marker) | (marker << 1n);
}

/** The two shards that this one splits into: addresses with the next bit 0, then with the next bit 1. */
export function shardChildren(shard: bigint): readonly [left: bigint, right: bigint] {
  if (shardPrefixLength(shard) >= shardPrefixBitsMax) throw badValue('ShardIdent', 'children of shard', shard);
  const half = markerBit(shard) >> 1n;
  return [shard - half, shard + half];
}

/** True when every account of `inner` belongs to `outer`; a shard contains itself. */
export function shardContains(outer: bigint, inner: bigint): boolean {
  const prefixMask = -(markerBit(outer) << 1n);
  return markerBit(inner) <= markerBit(outer) && ((outer ^ inner) & prefixMask & (WHOLE_SHARD * 2n - 1n)) === 0n;
}

/** True when the account with this address (32 bytes) belongs to the shard. */
export function shardContainsAccount(shard: bigint, accountHash: Uint8Array): boolean {
  let prefix = 0n;
  for (let index = 0; index < 8; index++) prefix = (prefix << 8n) | BigInt(accountHash[index] ?? 0);
  return ((shard ^ prefix) & -(markerBit(shard) << 1n) & (WHOLE_SHARD * 2n - 1n)) === 0n;
}

/** The signed 64-bit form, as the node and some answers write it. */
export function shardToSigned(shard: bigint): bigint {
  return BigInt.asIntN(64, shard);
}

/** The unsigned form of a signed 64-bit shard. */
export function shardFromSigned(signed: bigint): bigint {
  return BigInt.asUintN(64, signed);
}

/** Sixteen upper-case hexadecimal digits. */
export function shardToHex(shard: bigint): string {
  return shard.toString(16).toUpperCase().padStart(16, '0');
}

/** Reads sixteen hexadecimal digits in either case. */
export function shardFromHex(text: string): bigint {
  const shard = /^[0-9a-fA-F]{16}$/.test(text) ? BigInt(`0x${text}`) : 0n;
  if (!isShardId(shard)) throw new ChainModelError('bad_text', 'Not a shard in hexadecimal form', { text });
  return shard;
}
