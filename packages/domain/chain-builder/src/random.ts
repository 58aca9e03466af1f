import { createHash } from 'node:crypto';

/** Uniform random numbers from a seed, the only ones in the package. Equal seeds give equal sequences everywhere. */
export interface Random {
  /** 0 … 2^32 − 1. */
  uint32(): number;
  /** 0 … bound − 1; bound must be 1 … 2^32. */
  below(bound: number): number;
  /** low … high, both included. */
  between(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the items; the list must not be empty. */
  pick<Item>(items: readonly Item[]): Item;
  bytes(count: number): Uint8Array;
  /** 0 … 2^64 − 1. */
  uint64(): bigint;
  /** Returns an independent generator. Its use does not change this one. */
  fork(label: string): Random;
}

/** Creates a generator (sfc32 over the SHA-256 of the seed). Not for secrets. */
export function createRandom(seed: string): Random {
  const state = createHash('sha256').update(seed).digest();
  let a = state.readInt32LE(0);
  let b = state.readInt32LE(4);
  let c = state.readInt32LE(8);
  let counter = state.readInt32LE(12);

  function uint32(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  }
  // The first outputs still depend visibly on the seed.
  for (let warmUp = 0; warmUp < 15; warmUp++) uint32();

  function below(bound: number): number {
    return Math.floor((uint32() / 4294967296) * bound);
  }
  function bytes(count: number): Uint8Array {
    const result = new Uint8Array(count);
    for (let index = 0; index < count; index += 4) {
      let word = uint32();
      for (let part = index; part < Math.min(index + 4, count); part++) {
        result[part] = word & 255;
        word >>>= 8;
      }
    }
    return result;
  }
  return {
    uint32,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => uint32() < probability * 4294967296,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    bytes,
    uint64: () => (BigInt(uint32()) << 32n) | BigInt(uint32()),
    fork: (label) => createRandom(`${seed}/${label}`),
  };
}
