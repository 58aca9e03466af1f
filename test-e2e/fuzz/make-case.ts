import { Bag } from '@tonriver/boc';
import { TonriverError } from '@tonriver/errors';
import { createRandom, type Random } from '@tonriver/chain-builder';
import type { Corpus, Seed } from './corpus.ts';
import { copyDraft } from './draft.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { mutateDraft } from './mutate-structure.ts';
import { type BagForm, mendChecksum, writeDraft, type WrittenDraft } from './write-draft.ts';

/** One mutated bag. */
export interface FuzzCase {
  readonly seed: Seed;
  readonly bytes: Buffer;
  /** It has a checksum, and that is right in spite of all mutations. */
  readonly hasRightCrc: boolean;
  /** Mutations of the bag, in order. */
  readonly mutations: readonly string[];
  readonly random: Random;
}

/** Merkle cells whose hashes are made right; each needs the bag to be read once. */
const mendedMerkleMax = 4;

/** Makes a case; the same seed and number over the same corpus always give the same bytes. */
export function makeCase(corpus: Pick<Corpus, 'pick' | 'pickSmall'>, seed: string, number: number): FuzzCase {
  const random = createRandom(`${seed}/${number}`);
  const picked = corpus.pick(random);
  const draft = copyDraft(picked.draft);
  const style = random.below(100);
  const mutations: string[] = [];
  if (style < 88) {
    // Seeds that are made by hand are already odd: some are read as they are.
    const least = picked.group === 'hand-made' && random.chance(0.3) ? 0 : 1;
    for (let left = random.pick([least, 1, 1, 2, 2, 3, 5]); left > 0; left--) {
      mutations.push(mutateDraft(draft, { random, donor: () => corpus.pickSmall(random).draft }));
    }
  }
  const written = writeDraft(draft, pickForm(random));
  let { bytes } = written;
  if (random.chance(0.7) && written.merkleCells.length > 0) {
    mendMerkleHashes(written);
    mutations.push('mend Merkle hashes');
  }
  const mendsCrc = random.chance(0.94);
  if (style >= 80) {
    for (let left = random.between(1, 3); left > 0 && bytes.length > 0; left--) {
      const changed = mutateBytes({ ...written, bytes }, random);
      bytes = changed.bytes;
      mutations.push(changed.name);
    }
  }
  const canMend = written.hasCrc && bytes.length >= 4;
  if (mendsCrc && canMend) mendChecksum(bytes);
  else if (canMend) bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
  return { seed: picked, bytes, hasRightCrc: mendsCrc && canMend, mutations, random };
}

function pickForm(random: Random): BagForm {
  const odd = random.chance(0.1);
  return {
    magic: random.chance(0.04) ? random.pick([0xacc3a728, 0x68ff65f3, random.uint32()]) : 0xb5ee9c72,
    hasIndex: random.chance(0.15),
    hasCacheBits: random.chance(0.5),
    hasCrc: random.chance(0.94),
    refSizeSpare: odd ? random.below(3) : 0,
    offsetSizeSpare: odd ? random.below(6) : 0,
    hasStoredHashes: random.chance(0.08),
    mendsMerkleDepths: random.chance(0.93),
  };
}

/** Writes into Merkle cells the hashes that their children really have, so that what lies below counts as proved. */
function mendMerkleHashes({ bytes, merkleCells, hasCrc }: WrittenDraft): void {
  try {
    for (const { cell, dataStart, refCount } of merkleCells.slice(0, mendedMerkleMax)) {
      const bag = Bag.parse(bytes);
      for (let position = 0; position < refCount; position++) {
        bytes.set(bag.hash(bag.ref(cell, position), 0), dataStart + 1 + position * 32);
      }
      if (hasCrc) mendChecksum(bytes);
    }
  } catch (error) {
    // The bag is refused before its hashes matter; that it is refused with a typed error is checked when it is read.
    if (!(error instanceof TonriverError)) throw error;
  }
}
