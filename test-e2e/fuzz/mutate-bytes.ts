import type { Random } from '@tonriver/chain-builder';
import type { WrittenDraft } from './write-draft.ts';

/** Changes of a written bag that know nothing of cells, or just where header and descriptors stand. */
const byteMutations: Readonly<Record<string, (written: WrittenDraft, random: Random) => Buffer>> = {
  'flip a bit of a byte'({ bytes }, random) {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
    return bytes;
  },
  'set a byte'({ bytes }, random) {
    bytes[random.below(bytes.length)] = random.pick([0, 1, 127, 128, 255, random.below(256)]);
    return bytes;
  },
  'copy bytes'({ bytes }, random) {
    const from = random.below(bytes.length);
    bytes.copyWithin(random.below(bytes.length), from, from + random.between(1, 64));
    return bytes;
  },
  'insert bytes'({ bytes }, random) {
    const at = random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), random.bytes(random.between(1, 8)), bytes.subarray(at)]);
  },
  'take bytes out'({ bytes }, random) {
    const at = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.between(1, 8))]);
  },
  'cut the end off'({ bytes }, random) {
    return bytes.subarray(0, random.below(bytes.length + 1));
  },
  'change the header'({ bytes, cellStarts }, random) {
    const at = random.below(Math.min(bytes.length, cellStarts[0] ?? 20));
    bytes[at] =
      random.pick([0, 1, 2, 255, (bytes[at] as number) + 1, (bytes[at] as number) - 1, random.below(256)]) & 255;
    return bytes;
  },
  'change a descriptor'({ bytes, cellStarts }, random) {
    const at = random.pick(cellStarts) + random.below(2);
    if (at < bytes.length)
      bytes[at] = random.chance(0.5) ? random.below(256) : (bytes[at] as number) ^ (1 << random.below(8));
    return bytes;
  },
};
const names = Object.keys(byteMutations);

/** Changes the bytes once; returns them, perhaps as another buffer, and the name of the mutation. */
export function mutateBytes(written: WrittenDraft, random: Random): { readonly bytes: Buffer; readonly name: string } {
  const name = random.pick(names);
  const change = byteMutations[name] as (typeof byteMutations)[string];
  return { bytes: change(written, random), name };
}
