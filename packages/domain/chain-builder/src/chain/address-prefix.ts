/** Returns the first 64 bits of an account's address, as in shard prefixes. */
export function addressPrefix(hash: Uint8Array): bigint {
  return (BigInt(topBits(hash, 0)) << 32n) | BigInt(topBits(hash, 4));
}

/** Returns 32 bits of an address from a byte on, unsigned. */
function topBits(hash: Uint8Array, start: number): number {
  const high = (hash[start] as number) * 0x1000000;
  return (
    high + (((hash[start + 1] as number) << 16) | ((hash[start + 2] as number) << 8) | (hash[start + 3] as number))
  );
}

/** Returns a key for maps by hash: one character per byte. */
export function hashKey(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}
