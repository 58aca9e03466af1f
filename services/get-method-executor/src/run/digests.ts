import { createHash } from 'node:crypto';

/** Digests of arrays that are used again and again: computed once for each array object. */
export function createDigests(): (bytes: Uint8Array) => string {
  const digests = new WeakMap<Uint8Array, string>();
  return (bytes) => {
    const known = digests.get(bytes) ?? createHash('sha256').update(bytes).digest('base64url');
    digests.set(bytes, known);
    return known;
  };
}
