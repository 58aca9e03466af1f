/** One for all hashes: a view of each took longer than its bytes. */
const prefix = new Uint8Array(8);
const prefixView = new DataView(prefix.buffer);

/** The first 8 bytes of a hash as the number that look-ups have of it (`hash_prefix`). */
export function hashPrefixOf(hash: Uint8Array): bigint {
  if (hash.length < prefix.length) throw new RangeError('A hash has at least 8 bytes');
  for (let at = 0; at < prefix.length; at += 1) prefix[at] = hash[at]!;
  return prefixView.getBigUint64(0, true);
}

/** The same number of a column or an expression, in SQL. */
export function hashPrefixSql(hash: string): string {
  return `reinterpretAsUInt64(substring(${hash}, 1, 8))`;
}

/**
 * The hashes by which a row of `messages` is found, in SQL: an array of (hash, whether it is the normalised one). They
 * differ only for external messages.
 */
export const messageNamesSql =
  'if(isNull(hash_norm) OR hash_norm = hash, [(hash, false)], [(hash, false), (assumeNotNull(hash_norm), true)])';
