import { parseDecimal } from './number-text.ts';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * Reads a shard: first as unsigned 64-bit hexadecimal (with or without `0x`), then as signed 64-bit decimal.
 *
 * @returns the shard as a signed 64-bit number, as in the tables and in the order of answers
 */
export function parseShard(text: string): bigint | undefined {
  const digits = text.replace(/^0[xX]/, '');
  if (/^0*[0-9a-fA-F]{1,16}$/.test(digits)) return BigInt.asIntN(64, BigInt(`0x${digits}`));
  return parseDecimal(text, INT64_MIN, INT64_MAX);
}

/** Prints a shard (signed form) like the deployed API: upper-case hexadecimal without prefix or padding. */
export function shardHex(shard: bigint): string {
  return BigInt.asUintN(64, shard).toString(16).toUpperCase();
}

/** Prints a shard (either form) like the written contract: signed decimal. */
export function shardDecimal(shard: bigint): string {
  return BigInt.asIntN(64, shard).toString();
}
