import { parseDecimal } from './number-text.ts';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * Reads a shard: unsigned 64-bit hexadecimal (with or without `0x`) comes first, then signed 64-bit decimal.
 *
 * @returns the shard as the signed 64-bit number that the tables and the ordering of answers use
 */
export function parseShard(text: string): bigint | undefined {
  const digits = text.replace(/^0[xX]/, '');
  if (/^0*[0-9a-fA-F]{1,16}$/.test(digits)) return BigInt.asIntN(64, BigInt(`0x${digits}`));
  return parseDecimal(text, INT64_MIN, INT64_MAX);
}

/** Upper-case hexadecimal without prefix or padding: how the deployed API prints a shard. Takes the signed form. */
export function shardHex(shard: bigint): string {
  return BigInt.asUintN(64, shard).toString(16).toUpperCase();
}

/** The signed decimal of the written contract. Takes either form. */
export function shardDecimal(shard: bigint): string {
  return BigInt.asIntN(64, shard).toString();
}
