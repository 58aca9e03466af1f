import { ChainModelError } from '../errors.ts';

/** 32 bytes: a cell's representation hash, an account's address inside its workchain, a public key. */
export type Hash = Uint8Array;

/** 32 zero bytes: `prev_trans_hash` of an account's first transaction. Shared: never write into it. */
export const ZERO_HASH: Hash = new Uint8Array(32);

/** Digits of a hash. */
const hexLength = 64;

/** 64 lower-case hexadecimal digits. */
export function hashToHex(hash: Hash): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('hex');
}

/** Reads 64 hexadecimal digits of any case. Throws `ChainModelError` `bad_text` for anything else. */
export function hashFromHex(text: string): Hash {
  const hash = text.length === hexLength ? hashFromDigits(text, 0) : undefined;
  if (hash === undefined) {
    throw new ChainModelError('bad_text', 'A hash is 64 hexadecimal digits', { text: text.slice(0, 80) });
  }
  return hash;
}

/** Reads 64 hexadecimal digits of any case within a text; undefined where there are not as many. */
export function hashFromDigits(text: string, start: number): Hash | undefined {
  if (text.length < start + hexLength) return undefined;
  const hash = new Uint8Array(32);
  let seen = 0;
  for (let index = 0; index < 32; index++) {
    const at = start + 2 * index;
    const byte = (digitValues[text.charCodeAt(at)]! << 4) | digitValues[text.charCodeAt(at + 1)]!;
    seen |= byte;
    hash[index] = byte;
  }
  // The sign of whatever is no digit is never lost.
  return seen < 0 ? undefined : hash;
}

/** The value of a hexadecimal digit by its character code; −1 for any other. Comparing took three times as long. */
const digitValues = new Int8Array(2 ** 16).fill(-1);
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16);
  digitValues[text.charCodeAt(0)] = digit;
  digitValues[text.toUpperCase().charCodeAt(0)] = digit;
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
