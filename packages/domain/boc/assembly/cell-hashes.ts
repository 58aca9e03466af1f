// SHA-256 of many cells per call, four at a time: lane i of every vector belongs to cell i of the group.
//
// Hash number n lies at `hashes + 32 n`. Everything below the cells must be among them or known already, and so must the
// stored hashes of pruned branches be.

import {
  bitLengthOf,
  bytes,
  dataStartOf,
  depthOf,
  hashAt,
  hashCount,
  hashStartOf,
  levelMaskOf,
  levelOfHash,
  merkleProofType,
  prunedType,
  refCountOf,
  refOf,
  typeOf,
} from "./cell-table";

/** A representation fills one to five blocks, and a cell has up to four hashes, each built on the one before. */
const blocksMax: u32 = 5;
const groupsPerHeight: u32 = blocksMax * 4;

/** The longest representation, 2 + 128 + 4 · 34 bytes, fills five blocks; 16 bytes of room for stores that overshoot. */
const laneBytes: usize = 5 * 64 + 16;

const lanes = memory.data(4 * (5 * 64 + 16), 16);

/** Where the hash of each lane belongs. */
const laneOutputs = memory.data(4 * 4, 16);
/** Where the blocks of each lane end, as if it were the first. */
const laneEnds = memory.data(4 * 4, 16);
/** Where what a lane computes beyond its end is written. */
const beyondEnd = memory.data(32, 16);

/** The message schedule: 64 words of four lanes. */
const schedule = memory.data(64 * 16, 16);

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const roundConstants = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

/** The first address that the caller may use. */
export function freeMemoryStart(): usize {
  return (__heap_base + 63) & ~63;
}

/**
 * Computes the hashes of `count` cells, whose numbers lie at `cells`. `scratch` has room for 80 bytes per height from 0
 * to the largest one and 12 bytes per digest.
 *
 * Digests are sorted by height over the leaves, by the number of the hash within its cell, by blocks: those that differ
 * in blocks only do not need each other.
 */
export function hashCells(cells: usize, count: u32, hashes: usize, scratch: usize): void {
  const cellsEnd = cells + (<usize>count << 2);
  let heightMax: u32 = 0;
  for (let at = cells; at < cellsEnd; at += 4) heightMax = max(heightMax, heightOf(load<u32>(at)));
  const unsorted = scratch + <usize>((heightMax + 1) * groupsPerHeight * 4);
  memory.fill(scratch, 0, unsorted - scratch);
  let sorted = unsorted;
  for (let at = cells; at < cellsEnd; at += 4) {
    const cell = load<u32>(at);
    const total = hashCount(levelMaskOf(cell));
    for (let index: u32 = typeOf(cell) === prunedType ? total - 1 : 0; index < total; index++, sorted += 8) {
      const group = scratch + groupOf(cell, index) * 4;
      store<u32>(sorted, (cell << 2) | index);
      store<u32>(sorted, group, 4);
      store<u32>(group, load<u32>(group) + 1);
    }
  }
  sortByGroup(scratch, unsorted, sorted);
  let first = sorted;
  // The last group of each `blocksMax`: where the digests end that do not need each other.
  for (let group = scratch + ((blocksMax - 1) << 2); group < unsorted; group += blocksMax << 2) {
    const end = sorted + (<usize>load<u32>(group) << 2);
    if (first < end) digestIndependent(first, end, hashes);
    first = end;
  }
}

/** Sorts by counting: each group holds its size before, and where it ends in `sorted` afterwards. */
function sortByGroup(groups: usize, unsorted: usize, sorted: usize): void {
  let sum: u32 = 0;
  for (let group = groups; group < unsorted; group += 4) {
    const size = load<u32>(group);
    store<u32>(group, sum);
    sum += size;
  }
  for (let at = unsorted; at < sorted; at += 8) {
    const group = <usize>load<u32>(at, 4);
    const position = load<u32>(group);
    store<u32>(group, position + 1);
    store<u32>(sorted + (<usize>position << 2), load<u32>(at));
  }
}

/** Cells on the longest way down: the depth that belongs to the highest hash. */
@inline
function heightOf(cell: u32): u32 {
  return depthOf(hashStartOf(cell) + hashCount(levelMaskOf(cell)) - 1);
}

function groupOf(cell: u32, index: u32): u32 {
  return (heightOf(cell) * 4 + index) * blocksMax + blocksOf(cell, index) - 1;
}

/** Blocks that the representation fills, with the padding of SHA-256. */
@inline
function blocksOf(cell: u32, index: u32): u32 {
  const length = 2 + dataLengthOf(cell, index) + refCountOf(cell) * 34;
  return (length + 72) >> 6;
}

/** Bytes that stand for the data: above the lowest level it is the hash of the level below. */
@inline
function dataLengthOf(cell: u32, index: u32): u32 {
  return index > 0 && typeOf(cell) !== prunedType ? 32 : (bitLengthOf(cell) + 7) >> 3;
}

/**
 * Computes digests that do not need each other, in order of their blocks, named by 4 · cell + number of the hash within
 * the cell. Those of four lanes may differ in their blocks: in a small bag few cells have the same height and size.
 */
function digestIndependent(start: usize, end: usize, hashes: usize): void {
  const last = end - 4;
  for (let at = start; at < end; at += 16) {
    // A last group with fewer cells repeats the last one: the same hash is written to the same place again.
    assemble(0, load<u32>(at), hashes);
    assemble(1, load<u32>(min(at + 4, last)), hashes);
    assemble(2, load<u32>(min(at + 8, last)), hashes);
    assemble(3, load<u32>(min(at + 12, last)), hashes);
    compress();
  }
}

/**
 * Writes the representation of one cell, padded as SHA-256 wants it, into its lane: descriptors, data (or the hash of
 * the level below), the children's depths, the children's hashes. Notes where its hash belongs, and where it ends.
 */
function assemble(number: usize, digest: u32, hashes: usize): void {
  const lane = lanes + number * laneBytes;
  const cell = digest >>> 2;
  const index = digest & 3;
  const type = typeOf(cell);
  const mask = levelMaskOf(cell);
  const refCount = refCountOf(cell);
  const bitLength = bitLengthOf(cell);
  const level = levelOfHash(mask, index);
  const output = hashes + (<usize>(hashStartOf(cell) + index) << 5);
  const dataLength = dataLengthOf(cell, index);
  const data = index > 0 && type !== prunedType ? output - 32 : bytes + dataStartOf(cell);
  const d1 = refCount | (type !== 0 ? 8 : 0) | ((mask & ((1 << level) - 1)) << 5);
  const d2 = (bitLength >> 3) + ((bitLength + 7) >> 3);
  store<u16>(lane, <u16>(d1 | (d2 << 8)));
  for (let at: usize = 0; at < dataLength; at += 16) v128.store(lane + at, v128.load(data + at), 2);
  let depthTo = lane + 2 + dataLength;
  let to = depthTo + (refCount << 1);
  const childLevel = level + (type >= merkleProofType ? 1 : 0);
  for (let position: u32 = 0; position < refCount; position++, depthTo += 2, to += 32) {
    const child = hashAt(refOf(cell, position), childLevel);
    const hash = hashes + (<usize>child << 5);
    store<u16>(depthTo, bswap(<u16>depthOf(child)));
    v128.store(to, v128.load(hash));
    v128.store(to, v128.load(hash, 16), 16);
  }
  const end = lane + (<usize>blocksOf(cell, index) << 6);
  store<u8>(to, 0x80);
  for (let at = to + 1; at < end; at += 16) v128.store(at, i64x2.splat(0));
  store<u32>(end - 4, bswap<u32>(<u32>((to - lane) << 3)));
  store<u32>(laneOutputs + (number << 2), <u32>output);
  store<u32>(laneEnds + (number << 2), <u32>(end - number * laneBytes));
}

@inline
function bigEndian(words: v128): v128 {
  return i8x16.shuffle(words, words, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

@inline
function rotate(words: v128, bits: i32): v128 {
  return v128.or(i32x4.shr_u(words, bits), i32x4.shl(words, 32 - bits));
}

/** Reads four words of each of the four lanes at a byte offset, and writes them as four words of the schedule. */
@inline
function loadWords(from: usize, to: usize): void {
  const a = bigEndian(v128.load(from));
  const b = bigEndian(v128.load(from + laneBytes));
  const c = bigEndian(v128.load(from + 2 * laneBytes));
  const d = bigEndian(v128.load(from + 3 * laneBytes));
  const abLow = i8x16.shuffle(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
  const abHigh = i8x16.shuffle(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  const cdLow = i8x16.shuffle(c, d, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
  const cdHigh = i8x16.shuffle(c, d, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  v128.store(to, i8x16.shuffle(abLow, cdLow, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23));
  v128.store(to, i8x16.shuffle(abLow, cdLow, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31), 16);
  v128.store(to, i8x16.shuffle(abHigh, cdHigh, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23), 32);
  v128.store(to, i8x16.shuffle(abHigh, cdHigh, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31), 48);
}

/** Writes four words of all four digests, the first or the second half of each. */
@inline
function storeWords(a: v128, b: v128, c: v128, d: v128, first: usize, second: usize, third: usize, fourth: usize): void {
  const abLow = i8x16.shuffle(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
  const abHigh = i8x16.shuffle(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  const cdLow = i8x16.shuffle(c, d, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
  const cdHigh = i8x16.shuffle(c, d, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  v128.store(first, bigEndian(i8x16.shuffle(abLow, cdLow, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)));
  v128.store(second, bigEndian(i8x16.shuffle(abLow, cdLow, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31)));
  v128.store(third, bigEndian(i8x16.shuffle(abHigh, cdHigh, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)));
  v128.store(fourth, bigEndian(i8x16.shuffle(abHigh, cdHigh, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31)));
}

/** Word t of the schedule from those before it, at its address. */
@inline
function expand(word: usize): void {
  const early = v128.load(word - 15 * 16);
  const late = v128.load(word - 2 * 16);
  const small = v128.xor(v128.xor(rotate(early, 7), rotate(early, 18)), i32x4.shr_u(early, 3));
  const large = v128.xor(v128.xor(rotate(late, 17), rotate(late, 19)), i32x4.shr_u(late, 10));
  const old = i32x4.add(v128.load(word - 16 * 16), v128.load(word - 7 * 16));
  v128.store(word, i32x4.add(old, i32x4.add(small, large)));
}

/** h + Σ1(e) + Ch(e, f, g) + K + W. */
@inline
function firstSum(e: v128, f: v128, g: v128, h: v128, word: usize, constant: usize): v128 {
  const mixed = v128.xor(v128.xor(rotate(e, 6), rotate(e, 11)), rotate(e, 25));
  const chosen = v128.xor(g, v128.and(e, v128.xor(f, g)));
  const input = i32x4.add(v128.load(word), v128.load_splat<u32>(constant));
  return i32x4.add(i32x4.add(i32x4.add(h, input), chosen), mixed);
}

/**
 * The sum so far + Σ0(a) + Maj(a, b, c), where Maj = b ⊕ ((a ⊕ b) ∧ (b ⊕ c)): what is a ⊕ b in one round is b ⊕ c in
 * the next.
 */
@inline
function secondSum(sum: v128, a: v128, b: v128, ab: v128, bc: v128): v128 {
  const mixed = v128.xor(v128.xor(rotate(a, 2), rotate(a, 13)), rotate(a, 22));
  return i32x4.add(i32x4.add(sum, mixed), v128.xor(b, v128.and(ab, bc)));
}

/** Compresses the blocks of the four lanes, of which the last has the most, and writes each digest at its end. */
function compress(): void {
  let h0 = i32x4.splat(0x6a09e667);
  let h1 = i32x4.splat(0xbb67ae85);
  let h2 = i32x4.splat(0x3c6ef372);
  let h3 = i32x4.splat(0xa54ff53a);
  let h4 = i32x4.splat(0x510e527f);
  let h5 = i32x4.splat(0x9b05688c);
  let h6 = i32x4.splat(0x1f83d9ab);
  let h7 = i32x4.splat(0x5be0cd19);
  const end = <usize>load<u32>(laneEnds, 12);
  for (let block = lanes; block < end; ) {
    loadWords(block, schedule);
    loadWords(block + 16, schedule + 64);
    loadWords(block + 32, schedule + 128);
    loadWords(block + 48, schedule + 192);
    let a = h0, b = h1, c = h2, d = h3, e = h4, f = h5, g = h6, h = h7;
    let ab = v128.xor(a, b), bc = v128.xor(b, c), word = schedule, constant = roundConstants;
    // Rounds and schedule are two chains of steps that wait for each other little: side by side they take less time.
    for (; word < schedule + 768; word += 128, constant += 32) {
      expand(word + 256); ab = v128.xor(a, b);
      h = firstSum(e, f, g, h, word, constant); d = i32x4.add(d, h); h = secondSum(h, a, b, ab, bc);
      expand(word + 272); bc = v128.xor(h, a);
      g = firstSum(d, e, f, g, word + 16, constant + 4); c = i32x4.add(c, g); g = secondSum(g, h, a, bc, ab);
      expand(word + 288); ab = v128.xor(g, h);
      f = firstSum(c, d, e, f, word + 32, constant + 8); b = i32x4.add(b, f); f = secondSum(f, g, h, ab, bc);
      expand(word + 304); bc = v128.xor(f, g);
      e = firstSum(b, c, d, e, word + 48, constant + 12); a = i32x4.add(a, e); e = secondSum(e, f, g, bc, ab);
      expand(word + 320); ab = v128.xor(e, f);
      d = firstSum(a, b, c, d, word + 64, constant + 16); h = i32x4.add(h, d); d = secondSum(d, e, f, ab, bc);
      expand(word + 336); bc = v128.xor(d, e);
      c = firstSum(h, a, b, c, word + 80, constant + 20); g = i32x4.add(g, c); c = secondSum(c, d, e, bc, ab);
      expand(word + 352); ab = v128.xor(c, d);
      b = firstSum(g, h, a, b, word + 96, constant + 24); f = i32x4.add(f, b); b = secondSum(b, c, d, ab, bc);
      expand(word + 368); bc = v128.xor(b, c);
      a = firstSum(f, g, h, a, word + 112, constant + 28); e = i32x4.add(e, a); a = secondSum(a, b, c, bc, ab);
    }
    for (; word < schedule + 1024; word += 128, constant += 32) {
      ab = v128.xor(a, b);
      h = firstSum(e, f, g, h, word, constant); d = i32x4.add(d, h); h = secondSum(h, a, b, ab, bc);
      bc = v128.xor(h, a);
      g = firstSum(d, e, f, g, word + 16, constant + 4); c = i32x4.add(c, g); g = secondSum(g, h, a, bc, ab);
      ab = v128.xor(g, h);
      f = firstSum(c, d, e, f, word + 32, constant + 8); b = i32x4.add(b, f); f = secondSum(f, g, h, ab, bc);
      bc = v128.xor(f, g);
      e = firstSum(b, c, d, e, word + 48, constant + 12); a = i32x4.add(a, e); e = secondSum(e, f, g, bc, ab);
      ab = v128.xor(e, f);
      d = firstSum(a, b, c, d, word + 64, constant + 16); h = i32x4.add(h, d); d = secondSum(d, e, f, ab, bc);
      bc = v128.xor(d, e);
      c = firstSum(h, a, b, c, word + 80, constant + 20); g = i32x4.add(g, c); c = secondSum(c, d, e, bc, ab);
      ab = v128.xor(c, d);
      b = firstSum(g, h, a, b, word + 96, constant + 24); f = i32x4.add(f, b); b = secondSum(b, c, d, ab, bc);
      bc = v128.xor(b, c);
      a = firstSum(f, g, h, a, word + 112, constant + 28); e = i32x4.add(e, a); a = secondSum(a, b, c, bc, ab);
    }
    h0 = i32x4.add(h0, a);
    h1 = i32x4.add(h1, b);
    h2 = i32x4.add(h2, c);
    h3 = i32x4.add(h3, d);
    h4 = i32x4.add(h4, e);
    h5 = i32x4.add(h5, f);
    h6 = i32x4.add(h6, g);
    h7 = i32x4.add(h7, h);
    block += 64;
    const first = outputAt(0, block), second = outputAt(4, block), third = outputAt(8, block), fourth = outputAt(12, block);
    if (first === beyondEnd && second === beyondEnd && third === beyondEnd && fourth === beyondEnd) continue;
    storeWords(h0, h1, h2, h3, first, second, third, fourth);
    storeWords(h4, h5, h6, h7, first + 16, second + 16, third + 16, fourth + 16);
  }
}

/** Where the digest of a lane is written that ends here; elsewhere what the lane has is not wanted. */
@inline
function outputAt(offset: usize, end: usize): usize {
  return <usize>load<u32>(laneEnds + offset) === end ? <usize>load<u32>(laneOutputs + offset) : beyondEnd;
}
