// CityHash128 in the form that ClickHouse keeps (version 1.0.2), over the bytes at the beginning of the memory.
// AssemblyScript: 64-bit arithmetic, which JavaScript has only as slow big integers.

const k0: u64 = 0xc3a5c85c97cb3127;
const k1: u64 = 0xb492b66fbe98f273;
const k2: u64 = 0x9ae16a3b2f90404f;
const k3: u64 = 0xc949d7c7509e6557;
const multiplier: u64 = 0x9ddfea08eb382d69;

let low: u64 = 0;
let high: u64 = 0;

/** Where the bytes are to be written. */
export function inputStart(): usize {
  return __heap_base;
}

/** Makes room for so many bytes. */
export function reserve(length: i32): void {
  const pages = <i32>((__heap_base + length + 0xffff) >>> 16);
  if (pages > memory.size()) memory.grow(pages - memory.size());
}

export function lowHalf(): u64 {
  return low;
}

export function highHalf(): u64 {
  return high;
}

/** Hashes so many bytes; the result is in the two halves. */
export function hash(length: i32): void {
  const at = __heap_base;
  if (length >= 16) {
    hashSeeded(at + 16, length - 16, load<u64>(at) ^ k3, load<u64>(at + 8));
  } else if (length >= 8) {
    hashSeeded(at, 0, load<u64>(at) ^ ((<u64>length) * k0), load<u64>(at + length - 8) ^ k1);
  } else {
    hashSeeded(at, length, k0, k1);
  }
}

function mix(value: u64): u64 {
  return value ^ (value >> 47);
}

function pair(first: u64, second: u64): u64 {
  let a = (first ^ second) * multiplier;
  a ^= a >> 47;
  let b = (second ^ a) * multiplier;
  b ^= b >> 47;
  return b * multiplier;
}

function upTo16(at: usize, length: i32): u64 {
  if (length > 8) {
    const a = load<u64>(at);
    const b = load<u64>(at + length - 8);
    return pair(a, rotr<u64>(b + <u64>length, length)) ^ b;
  }
  if (length >= 4) return pair(<u64>length + ((<u64>load<u32>(at)) << 3), <u64>load<u32>(at + length - 4));
  if (length > 0) {
    const y = <u32>load<u8>(at) + ((<u32>load<u8>(at + (length >> 1))) << 8);
    const z = <u32>length + ((<u32>load<u8>(at + length - 1)) << 2);
    return mix(((<u64>y) * k2) ^ ((<u64>z) * k3)) * k2;
  }
  return k2;
}

function hashShort(start: usize, length: i32, seedLow: u64, seedHigh: u64): void {
  let at = start;
  let a = seedLow;
  let b = seedHigh;
  let c: u64 = 0;
  let d: u64 = 0;
  if (length <= 16) {
    a = mix(a * k1) * k1;
    c = b * k1 + upTo16(at, length);
    d = mix(a + (length >= 8 ? load<u64>(at) : c));
  } else {
    c = pair(load<u64>(at + length - 8) + k1, a);
    d = pair(b + <u64>length, c + load<u64>(at + length - 16));
    a += d;
    for (let left = length - 16; left > 0; left -= 16) {
      a = (a ^ (mix(load<u64>(at) * k1) * k1)) * k1;
      b ^= a;
      c = (c ^ (mix(load<u64>(at + 8) * k1) * k1)) * k1;
      d ^= c;
      at += 16;
    }
  }
  a = pair(a, c);
  b = pair(d, b);
  low = a ^ b;
  high = pair(b, a);
}

let weakLow: u64 = 0;
let weakHigh: u64 = 0;

/** 32 bytes with two seeds, into `weakLow` and `weakHigh`. */
function weak(at: usize, seedA: u64, seedB: u64): void {
  const last = load<u64>(at + 24);
  let a = seedA + load<u64>(at);
  let b = rotr<u64>(seedB + a + last, 21);
  const c = a;
  a += load<u64>(at + 8) + load<u64>(at + 16);
  b += rotr<u64>(a, 44);
  weakLow = a + last;
  weakHigh = b + c;
}

function hashSeeded(start: usize, length: i32, seedLow: u64, seedHigh: u64): void {
  if (length < 128) {
    hashShort(start, length, seedLow, seedHigh);
    return;
  }
  let at = start;
  let left = length;
  let x = seedLow;
  let y = seedHigh;
  let z = (<u64>length) * k1;
  let v0 = rotr<u64>(y ^ k1, 49) * k1 + load<u64>(at);
  let v1 = rotr<u64>(v0, 42) * k1 + load<u64>(at + 8);
  let w0 = rotr<u64>(y + z, 35) * k1 + x;
  let w1 = rotr<u64>(x + load<u64>(at + 88), 53) * k1;
  while (left >= 128) {
    for (let half = 0; half < 2; half++) {
      x = rotr<u64>(x + y + v0 + load<u64>(at + 16), 37) * k1;
      y = rotr<u64>(y + v1 + load<u64>(at + 48), 42) * k1;
      x ^= w1;
      y ^= v0;
      z = rotr<u64>(z ^ w0, 33);
      weak(at, v1 * k1, x + w0);
      v0 = weakLow;
      v1 = weakHigh;
      weak(at + 32, z + w1, y);
      w0 = weakLow;
      w1 = weakHigh;
      const swapped = z;
      z = x;
      x = swapped;
      at += 64;
    }
    left -= 128;
  }
  y += rotr<u64>(w0, 37) * k0 + z;
  x += rotr<u64>(v0 + z, 49) * k0;
  const end = start + length;
  for (let done = 0; done < left; ) {
    done += 32;
    y = rotr<u64>(y - x, 42) * k0 + v1;
    w0 += load<u64>(end - done + 16);
    x = rotr<u64>(x, 49) * k0 + w0;
    w0 += v0;
    weak(end - done, v0, v1);
    v0 = weakLow;
    v1 = weakHigh;
  }
  x = pair(x, v0);
  y = pair(y, w0);
  low = pair(x + v1, w1) + y;
  high = pair(x + w1, y + v1);
}
