import type { Random } from '@tonriver/chain-builder';
import { bitText, uintText, withBitText } from './bit-text.ts';
import type { DraftCell } from './draft.ts';

/** Every constructor tag of a block's types, by its width in bits. */
const tags: readonly (readonly [value: number, width: number])[] = [
  [0x11ef55aa, 32],
  [0x9bc7a987, 32],
  [0xb8e48dfb, 32],
  [0x3ebf98b7, 32],
  [0x4a33f6fd, 32],
  [0x9023afe2, 32],
  [0x5f327da5, 32],
  [0xcca5, 16],
  [0xcc26, 16],
  [0xc4, 8],
  [0xc3, 8],
  [0x01, 8],
  [0x02, 8],
  [0x03, 8],
  [0x04, 8],
  [0x11, 8],
  [0x12, 8],
  [0x17, 8],
  [0x34, 8],
  [0x72, 8],
  [0xa5, 8],
  [0xa6, 8],
  [0xde, 8],
  [0xe5, 8],
  [0x4, 4],
  [0x5, 4],
  [0x7, 4],
  [0xa, 4],
  [0xb, 4],
];

/** Bits and widths that readers take decisions by. */
const widths = [1, 2, 3, 4, 5, 6, 8, 9, 15, 16, 24, 30, 32, 48, 63, 64, 88, 120, 248, 256];

const flip = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === '1' ? '0' : '1'}${text.slice(at + 1)}`;

const noise = (random: Random, length: number): string => {
  let text = '';
  while (text.length < length) text += uintText(random.uint32(), 32);
  return text.slice(0, length);
};

/** Where something is changed: most decisions are taken by the first bits of a cell. */
function position(random: Random, length: number): number {
  return random.chance(0.5) ? random.below(Math.min(length, 40) + 1) : random.below(length + 1);
}

/** Changes of the data of one cell. */
export const bitMutations: Readonly<Record<string, (cell: DraftCell, random: Random) => DraftCell>> = {
  'flip bits'(cell, random) {
    let text = bitText(cell);
    if (text === '') return withBitText(cell, '1');
    for (let left = random.between(1, 3); left > 0; left--) {
      text = flip(text, Math.min(text.length - 1, position(random, text.length)));
    }
    return withBitText(cell, text);
  },
  'set a number'(cell, random) {
    const text = bitText(cell);
    const at = position(random, text.length);
    const width = random.pick(widths);
    const number = random.pick(['0'.repeat(width), '1'.repeat(width), uintText(1, width), noise(random, width)]);
    return withBitText(cell, `${text.slice(0, at)}${number}${text.slice(at + width)}`);
  },
  'set a tag'(cell, random) {
    const [value, width] = random.pick(tags);
    return withBitText(cell, uintText(value, width) + bitText(cell).slice(width));
  },
  'cut bits off'(cell, random) {
    const text = bitText(cell);
    return withBitText(cell, text.slice(0, random.below(text.length + 1)));
  },
  'add bits'(cell, random) {
    return withBitText(cell, bitText(cell) + noise(random, random.pick([1, 2, 7, 8, 32, 256, 1023])));
  },
  'insert bits'(cell, random) {
    const text = bitText(cell);
    const at = position(random, text.length);
    return withBitText(cell, text.slice(0, at) + noise(random, random.between(1, 9)) + text.slice(at));
  },
  'take bits out'(cell, random) {
    const text = bitText(cell);
    const at = position(random, text.length);
    return withBitText(cell, text.slice(0, at) + text.slice(at + random.between(1, 9)));
  },
  'change a length'(cell, random) {
    // `VarUInteger`: a few bits of length, then as many bytes. Length and bytes change together, or only one of them.
    const text = bitText(cell);
    const at = position(random, text.length);
    const lengthBits = random.pick([2, 3, 4, 5]);
    const length = Number.parseInt(text.slice(at, at + lengthBits).padEnd(lengthBits, '0'), 2);
    const next = random.below(1 << lengthBits);
    const rest = text.slice(at + lengthBits + (random.chance(0.7) ? length * 8 : 0));
    const leading = random.chance(0.3) ? '00000000' : '';
    const bytes = random.chance(0.8) ? (leading + noise(random, 248)).slice(0, next * 8) : '';
    return withBitText(cell, text.slice(0, at) + uintText(next, lengthBits) + bytes + rest);
  },
  'change a presence bit'(cell, random) {
    // `Maybe`, `Either` and dictionary bits usually stand at the end.
    const text = bitText(cell);
    if (text === '') return cell;
    return withBitText(cell, flip(text, text.length - 1 - random.below(Math.min(4, text.length))));
  },
};
