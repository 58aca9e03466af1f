import { ChainModelError } from '../errors.ts';

/**
 * Dictionary keys are bit strings held left aligned in bytes, unused bits of the last byte zero.
 * Byte order of such keys is dictionary order.
 */

/** The bit of `bits` at `position`, counted from the most significant bit of the first byte. */
export function bitAt(bits: Uint8Array, position: number): 0 | 1 {
  return (((bits[position >> 3] as number) >> (7 - (position & 7))) & 1) as 0 | 1;
}

/** Writes the low `count` (≤ 24) bits of `value` at `position`, leaving the bits around them alone. */
export function writeBits(target: Uint8Array, position: number, value: number, count: number): void {
  let left = count;
  let at = position;
  while (left > 0) {
    const room = 8 - (at & 7);
    const taken = left < room ? left : room;
    const shift = room - taken;
    const mask = ((1 << taken) - 1) << shift;
    const piece = ((value >>> (left - taken)) << shift) & mask;
    target[at >> 3] = ((target[at >> 3] as number) & ~mask) | piece;
    at += taken;
    left -= taken;
  }
}

/** Reads `count` (≤ 24) bits at `position` as an unsigned number. */
export function readBits(source: Uint8Array, position: number, count: number): number {
  let value = 0;
  let left = count;
  let at = position;
  while (left > 0) {
    const room = 8 - (at & 7);
    const taken = left < room ? left : room;
    const piece = ((source[at >> 3] as number) >> (room - taken)) & ((1 << taken) - 1);
    value = (value << taken) | piece;
    at += taken;
    left -= taken;
  }
  return value;
}

/** A copy of `count` bits from `position`, left aligned and zero padded. */
export function sliceBits(source: Uint8Array, position: number, count: number): Uint8Array {
  const result = new Uint8Array((count + 7) >> 3);
  for (let done = 0; done < count; done += 24) {
    const piece = count - done < 24 ? count - done : 24;
    writeBits(result, done, readBits(source, position + done, piece), piece);
  }
  return result;
}

/** How many bits from `position` on are equal in both keys, at most `count`. */
export function commonPrefixLength(left: Uint8Array, right: Uint8Array, position: number, count: number): number {
  let length = 0;
  while (length < count) {
    const at = position + length;
    if ((at & 7) === 0 && count - length >= 8 && left[at >> 3] === right[at >> 3]) {
      length += 8;
      continue;
    }
    if (bitAt(left, at) !== bitAt(right, at)) break;
    length++;
  }
  return length;
}

/** An unsigned number as a key of `keyBits` bits. Throws `ChainModelError` `bad_value` when it does not fit. */
export function keyFromUint(value: number | bigint, keyBits: number): Uint8Array {
  const key = new Uint8Array((keyBits + 7) >> 3);
  let rest = BigInt(value);
  if (rest < 0n || rest >> BigInt(keyBits) !== 0n) {
    throw new ChainModelError('bad_value', 'The number does not fit into the key', { value, keyBits });
  }
  rest <<= BigInt(key.length * 8 - keyBits);
  for (let index = key.length - 1; index >= 0; index--) {
    key[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return key;
}

/** A key of at most 32 bits as an unsigned number. */
export function keyToUint(key: Uint8Array, keyBits: number): number {
  let value = 0;
  for (const byte of key) value = value * 256 + byte;
  return Math.floor(value / 2 ** (key.length * 8 - keyBits));
}

/** A key of any length as an unsigned number. */
export function keyToBigInt(key: Uint8Array, keyBits: number): bigint {
  const wordsEnd = key.length & ~7;
  let value = 0n;
  for (let at = 0; at < wordsEnd; at += 8) {
    for (let byte = 0; byte < 8; byte++) word.setUint8(byte, key[at + byte]!);
    value = (value << 64n) | word.getBigUint64(0);
  }
  for (let at = wordsEnd; at < key.length; at++) value = (value << 8n) | BigInt(key[at]!);
  return value >> BigInt(key.length * 8 - keyBits);
}

/** Eight bytes become one bigint here; a view of every key would cost more than the number. */
const word = new DataView(new ArrayBuffer(8));
