// CRC-32C of long inputs. Sixteen words at a time are shifted by 64 bytes, modulo the polynomial, and added to the sixteen
// words there. The result is a short input with the same checksum.
//
// The shift of a word is linear: it is the sum of the shifts of its eight nibbles. So there is a table of sixteen bytes
// for every nibble and every byte of the result, which one instruction looks up for sixteen words.

/** Reflected, without its highest term. */
const polynomial: u32 = 0x82f63b78;

/** Bytes that are taken at once. */
const foldBytes: usize = 64;

/** The change that each value of a byte makes to the checksum, 256 words. */
const byteTable = memory.data(256 * 4, 16);

/** Sixteen bytes at 16 · (8 · byte of the word + 4 · nibble of the byte + byte of the result). */
const nibbleTables = memory.data(32 * 16, 16);

/** The caller writes the input here, piece by piece. */
const inputBytes: usize = 16 * 1024;
const input = memory.data(16 * 1024, 16);

/** Sixteen words, and the same taken apart: their first bytes, their second bytes … */
const words = memory.data(64, 16);
const planes = memory.data(64, 16);

/** The tables are needed before the first checksum. */
export function buildChecksumTables(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) !== 0 ? (value >>> 1) ^ polynomial : value >>> 1;
    store<u32>(byteTable + (byte << 2), value);
  }
  for (let nibble: u32 = 0; nibble < 8; nibble++) {
    for (let value: u32 = 0; value < 16; value++) {
      let moved = value << (nibble << 2);
      for (let byte: usize = 0; byte < foldBytes; byte++) moved = addByte(moved, 0);
      for (let byte: u32 = 0; byte < 4; byte++) {
        store<u8>(nibbleTables + (((nibble << 2) + byte) << 4) + value, <u8>(moved >>> (byte << 3)));
      }
    }
  }
}

/** The address of the input. */
export function checksumInput(): usize {
  return input;
}

/** The bytes that the input has room for. */
export function checksumInputLength(): usize {
  return inputBytes;
}

/** Returns the register after the first `length` bytes of the input. Begin with all ones. */
export function addToChecksum(register: u32, length: usize): u32 {
  const end = input + length;
  let sum = register;
  let at = input;
  if (length >= 2 * foldBytes) {
    store<u32>(at, sum ^ load<u32>(at));
    at = fold(at, end);
    sum = 0;
    for (let word = words; word < words + foldBytes; word++) sum = addByte(sum, load<u8>(word));
  }
  for (; at < end; at++) sum = addByte(sum, load<u8>(at));
  return sum;
}

@inline
function addByte(sum: u32, byte: u32): u32 {
  return (sum >>> 8) ^ load<u32>(byteTable + (((sum ^ byte) & 0xff) << 2));
}

/** Reduces the input to `words`: from 0 they give the same register as the input up to the returned address. */
function fold(start: usize, end: usize): usize {
  const low = i8x16.splat(0x0f);
  splitWords(start);
  let a = v128.load(planes), b = v128.load(planes, 16), c = v128.load(planes, 32), d = v128.load(planes, 48);
  let at = start + foldBytes;
  for (; at + foldBytes <= end; at += foldBytes) {
    const a0 = v128.and(a, low), a1 = v128.and(i16x8.shr_u(a, 4), low);
    const b0 = v128.and(b, low), b1 = v128.and(i16x8.shr_u(b, 4), low);
    const c0 = v128.and(c, low), c1 = v128.and(i16x8.shr_u(c, 4), low);
    const d0 = v128.and(d, low), d1 = v128.and(i16x8.shr_u(d, 4), low);
    splitWords(at);
    a = v128.xor(v128.load(planes), moved(nibbleTables, a0, a1, b0, b1, c0, c1, d0, d1));
    b = v128.xor(v128.load(planes, 16), moved(nibbleTables + 16, a0, a1, b0, b1, c0, c1, d0, d1));
    c = v128.xor(v128.load(planes, 32), moved(nibbleTables + 32, a0, a1, b0, b1, c0, c1, d0, d1));
    d = v128.xor(v128.load(planes, 48), moved(nibbleTables + 48, a0, a1, b0, b1, c0, c1, d0, d1));
  }
  v128.store(planes, a);
  v128.store(planes, b, 16);
  v128.store(planes, c, 32);
  v128.store(planes, d, 48);
  for (let byte: usize = 0; byte < foldBytes; byte++) {
    store<u8>(words + byte, load<u8>(planes + ((byte & 3) << 4) + (byte >>> 2)));
  }
  return at;
}

/** One byte of each of the moved words, from all nibbles of the words; the tables of a byte stand 64 bytes apart. */
@inline
function moved(
  tables: usize, a0: v128, a1: v128, b0: v128, b1: v128, c0: v128, c1: v128, d0: v128, d1: v128,
): v128 {
  const a = v128.xor(i8x16.swizzle(v128.load(tables), a0), i8x16.swizzle(v128.load(tables, 64), a1));
  const b = v128.xor(i8x16.swizzle(v128.load(tables, 128), b0), i8x16.swizzle(v128.load(tables, 192), b1));
  const c = v128.xor(i8x16.swizzle(v128.load(tables, 256), c0), i8x16.swizzle(v128.load(tables, 320), c1));
  const d = v128.xor(i8x16.swizzle(v128.load(tables, 384), d0), i8x16.swizzle(v128.load(tables, 448), d1));
  return v128.xor(v128.xor(a, b), v128.xor(c, d));
}

/** Takes sixteen words apart. */
@inline
function splitWords(from: usize): void {
  const a = v128.load(from), b = v128.load(from, 16), c = v128.load(from, 32), d = v128.load(from, 48);
  const abEven = i8x16.shuffle(a, b, 0, 4, 8, 12, 16, 20, 24, 28, 2, 6, 10, 14, 18, 22, 26, 30);
  const abOdd = i8x16.shuffle(a, b, 1, 5, 9, 13, 17, 21, 25, 29, 3, 7, 11, 15, 19, 23, 27, 31);
  const cdEven = i8x16.shuffle(c, d, 0, 4, 8, 12, 16, 20, 24, 28, 2, 6, 10, 14, 18, 22, 26, 30);
  const cdOdd = i8x16.shuffle(c, d, 1, 5, 9, 13, 17, 21, 25, 29, 3, 7, 11, 15, 19, 23, 27, 31);
  v128.store(planes, i8x16.shuffle(abEven, cdEven, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23));
  v128.store(planes, i8x16.shuffle(abOdd, cdOdd, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23), 16);
  v128.store(planes, i8x16.shuffle(abEven, cdEven, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31), 32);
  v128.store(planes, i8x16.shuffle(abOdd, cdOdd, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31), 48);
}
