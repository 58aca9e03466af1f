import type { Hash, ValidatorSet } from '@tonriver/chain-model';
import { hashKey } from '../chain/address-prefix.ts';
import type { Random } from '../random.ts';
import { createSigningKey, type SigningKey } from './signing-key.ts';

/** Makes validator sets, one a generation, and keeps the keys that sign for them. */
export interface ValidatorRoster {
  /** The set of a generation, in office for `[utimeSince, utimeUntil)`; by descending weight. */
  createSet(term: { readonly utimeSince: number; readonly utimeUntil: number }): ValidatorSet;
  /** The key of a validator that was in one of the sets; undefined for others. */
  signerOf(publicKey: Hash): SigningKey | undefined;
}

export interface ValidatorRosterOptions {
  readonly seed: string;
  readonly random: Random;
  readonly validatorCount: number;
  /** How many of them make masterchain blocks. */
  readonly mainCount: number;
}

/** The keys of this many past sets are kept: blocks are signed by the set in office, which can be the last but one. */
const setsKept = 3;

/** Creates a roster; equal seeds give equal validators. */
export function createValidatorRoster(options: ValidatorRosterOptions): ValidatorRoster {
  const { seed, random, validatorCount, mainCount } = options;
  const generations: Map<string, SigningKey>[] = [];
  let generation = 0;

  function createSet(term: { readonly utimeSince: number; readonly utimeUntil: number }): ValidatorSet {
    const keys = new Map<string, SigningKey>();
    const list = Array.from({ length: validatorCount }, (_, index) => {
      const key = createSigningKey(`${seed}/validator/${generation}/${index}`);
      keys.set(hashKey(key.publicKey), key);
      const weight = BigInt(random.between(1_000_000, 3_000_000)) << 20n;
      return { publicKey: key.publicKey, weight, adnlAddress: random.bytes(32) };
    });
    list.sort((left, right) => (left.weight > right.weight ? -1 : 1));
    generation++;
    generations.push(keys);
    if (generations.length > setsKept) generations.shift();
    const totalWeight = list.reduce((sum, { weight }) => sum + weight, 0n);
    return { ...term, main: Math.min(mainCount, validatorCount), totalWeight, list };
  }

  function signerOf(publicKey: Hash): SigningKey | undefined {
    for (const keys of generations) {
      const key = keys.get(hashKey(publicKey));
      if (key !== undefined) return key;
    }
    return undefined;
  }

  return { createSet, signerOf };
}
