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
  for (let index = 0; index < 32; index++) {
    const high = digitValue(text.charCodeAt(start + 2 * index));
    const low = digitValue(text.charCodeAt(start + 2 * index + 1));
    if (high < 0 || low < 0) return undefined;
    hash[index] = (high << 4) | low;
  }
  return hash;
}

/** The value of a hexadecimal digit; −1 for any other character. */
function digitValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 0x20;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
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
