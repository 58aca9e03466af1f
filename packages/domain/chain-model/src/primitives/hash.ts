import { ChainModelError } from '../errors.ts';

/** 32 bytes: a cell's representation hash, an account's address inside its workchain, a public key. */
export type Hash = Uint8Array;

/** 32 zero bytes: `prev_trans_hash` of an account's first transaction. Shared: never write into it. */
export const ZERO_HASH: Hash = new Uint8Array(32);

const HASH_TEXT = /^[0-9a-fA-F]{64}$/;

/** 64 lower-case hexadecimal digits. */
export function hashToHex(hash: Hash): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('hex');
}

/** Reads 64 hexadecimal digits of any case. Throws `ChainModelError` `bad_text` for anything else. */
export function hashFromHex(text: string): Hash {
  if (!HASH_TEXT.test(text)) {
    throw new ChainModelError('bad_text', 'A hash is 64 hexadecimal digits', { text: text.slice(0, 80) });
  }
  return Uint8Array.from(Buffer.from(text, 'hex'));
}

/** True when both have the same bytes. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return compareBytes(left, right) === 0;
}

/** Order of byte strings as unsigned numbers written from the left; a prefix comes first. Negative, 0 or positive. */
export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const difference = (left[index] as number) - (right[index] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
