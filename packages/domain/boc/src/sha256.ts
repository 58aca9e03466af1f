import { hash } from 'node:crypto';
import { hashBytes } from './cell-limits.ts';

/** The SHA-256 of some bytes, as 32 bytes of their own. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = new Uint8Array(hashBytes);
  sha256Into(bytes, digest, 0);
  return digest;
}

/** Writes the SHA-256 of some bytes into a table of hashes. */
export function sha256Into(bytes: Uint8Array, target: Uint8Array, offset: number): void {
  const digest = hash('sha256', bytes, 'binary');
  for (let at = 0; at < hashBytes; at++) target[offset + at] = digest.charCodeAt(at);
}
