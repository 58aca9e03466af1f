import { describe, expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { createRandom } from '@tonriver/chain-builder';
import { hashToHex } from '@tonriver/chain-model';
import { copyDraft, draftOf } from './draft.ts';
import { mutateDraft } from './mutate-structure.ts';
import { builtSeeds } from './seeds-built.ts';
import { handMadeSeeds } from './seeds-hand-made.ts';
import { type BagForm, writeDraft } from './write-draft.ts';

const form: BagForm = {
  magic: 0xb5ee9c72,
  hasIndex: false,
  hasCacheBits: false,
  hasCrc: true,
  refSizeSpare: 0,
  offsetSizeSpare: 0,
  hasStoredHashes: false,
  mendsMerkleDepths: true,
};

const forms: readonly BagForm[] = [
  form,
  { ...form, hasIndex: true, hasCacheBits: true, hasStoredHashes: true },
  { ...form, hasCrc: false, refSizeSpare: 1, offsetSizeSpare: 3 },
  { ...form, magic: 0xacc3a728 },
  { ...form, magic: 0x68ff65f3 },
];

describe('drafts', () => {
  it('that nobody changed are written as the bag they came from, in every form', () => {
    const seeds = [...builtSeeds(), ...handMadeSeeds()].filter(({ bytes }) => Bag.parse(bytes).roots.length === 1);
    for (const { bytes } of seeds) {
      const bag = Bag.parse(bytes);
      const draft = draftOf(bag);
      for (const each of forms) {
        const written = Bag.parse(writeDraft(draft, each).bytes);
        expect(hashToHex(written.hash(written.root))).toBe(hashToHex(bag.hash(bag.root)));
      }
    }
  });

  it('are changed by copies only: the seed stays as it was', () => {
    const [seed] = builtSeeds();
    const draft = draftOf(Bag.parse(seed!.bytes));
    const before = writeDraft(draft, form).bytes;
    const random = createRandom('seeds stay');
    const names = new Set<string>();
    for (let round = 0; round < 2000; round++) {
      const copy = copyDraft(draft);
      names.add(mutateDraft(copy, { random, donor: () => draft }));
      writeDraft(copy, form);
    }

    expect(names.size).toBeGreaterThan(20);
    expect(Buffer.compare(writeDraft(draft, form).bytes, before)).toBe(0);
  });
});
