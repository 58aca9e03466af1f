import type { Hash, ValidatorSet } from '@tonriver/chain-model';
import { hashKey } from '../chain/address-prefix.ts';
import type { Random } from '../random.ts';
import { createSigningKey, type SigningKey } from './signing-key.ts';

/** Creates validator sets, one per generation, and keeps their signing keys. */
export interface ValidatorRoster {
  /** Creates the set of a generation, valid in `[utimeSince, utimeUntil)`, by descending weight. */
  createSet(term: { readonly utimeSince: number; readonly utimeUntil: number }): ValidatorSet;
  /** Returns the key of a validator in one of the kept sets; undefined for others. */
  signerOf(publicKey: Hash): SigningKey | undefined;
}

export interface ValidatorRosterOptions {
  readonly seed: string;
  readonly random: Random;
  readonly validatorCount: number;
  /** The number of validators that make masterchain blocks. */
  readonly mainCount: number;
}

/** For how many sets keys are kept. Blocks are signed by the current set, which can be the last but one created. */
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
