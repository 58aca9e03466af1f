import type { Random } from '@tonriver/chain-builder';
import { bitText, uintText, withBitText } from './bit-text.ts';
import type { Draft, DraftCell } from './draft.ts';

/** Key lengths of the dictionaries of a block. */
const keyLengths = [15, 16, 32, 64, 96, 256, 352];

/** A label with the data behind it. */
interface Label {
  readonly bits: string;
  readonly rest: string;
}

const widthOf = (maximum: number): number => (maximum === 0 ? 0 : maximum.toString(2).length);

/** Reads a label of at most `maximum` bits; null when these bits are none. */
function readLabel(text: string, maximum: number): Label | null {
  const width = widthOf(maximum);
  if (text.startsWith('0')) {
    const length = text.indexOf('0', 1) - 1;
    if (length < 0 || length > maximum || text.length < 2 + 2 * length) return null;
    return { bits: text.slice(2 + length, 2 + 2 * length), rest: text.slice(2 + 2 * length) };
  }
  const isSame = text[1] === '1';
  const head = isSame ? 3 : 2;
  if (text.length < head + width) return null;
  const length = width === 0 ? 0 : Number.parseInt(text.slice(head, head + width), 2);
  if (length > maximum) return null;
  const end = head + width;
  if (isSame) return { bits: (text[2] as string).repeat(length), rest: text.slice(end) };
  return text.length < end + length ? null : { bits: text.slice(end, end + length), rest: text.slice(end + length) };
}

/** Writes a label in one of the three forms, fit or not. */
function writeLabel(bits: string, maximum: number, form: 'short' | 'long' | 'same'): string {
  const width = widthOf(maximum);
  if (form === 'short') return `0${'1'.repeat(bits.length)}0${bits}`;
  return form === 'long'
    ? `10${uintText(bits.length, width)}${bits}`
    : `11${bits[0] ?? '0'}${uintText(bits.length, width)}`;
}

function anyLabel(text: string, random: Random): { readonly label: Label; readonly maximum: number } | null {
  for (let tries = 0; tries < 4; tries++) {
    const maximum = random.chance(0.5) ? random.pick(keyLengths) : random.below(353);
    const label = readLabel(text, maximum);
    if (label !== null) return { label, maximum };
  }
  return null;
}

/** Takes the cell as a node of a dictionary and changes its label: length, form, bits, or its number alone. */
export function mutateLabel(cell: DraftCell, random: Random): DraftCell {
  const text = bitText(cell);
  const found = anyLabel(text, random);
  if (found === null) return withBitText(cell, random.pick(['0', '10', '110', '111']) + text);
  const { label, maximum } = found;
  const length = random.pick([
    label.bits.length,
    Math.max(0, label.bits.length - 1),
    label.bits.length + 1,
    0,
    maximum,
    random.below(maximum + 2),
  ]);
  const bits = (label.bits + uintText(random.uint32(), 32).repeat(12)).slice(0, length);
  const form = random.pick(['short', 'long', 'same'] as const);
  return withBitText(cell, writeLabel(bits, maximum, form) + label.rest);
}

/** A leaf of a dictionary whose label holds the whole key: its length then tells the length of keys. */
function wholeKeyLeaf(text: string): { readonly label: Label; readonly keyBits: number } | null {
  for (const keyBits of keyLengths) {
    const label = readLabel(text, keyBits);
    if (label?.bits.length === keyBits) return { label, keyBits };
  }
  return null;
}

/**
 * Puts many forks above a leaf, both sides of each the same cell: a few cells describe a dictionary with thousands of
 * leaves, made to cost time. What stands behind the label of a fork is a copy of what stands behind the leaf's, as in
 * augmented dictionaries. False when the cell is no such leaf.
 */
export function shareForks(draft: Draft, place: number, random: Random): boolean {
  const cell = draft.cells[place] as DraftCell;
  if (cell.isExotic || cell.refs.length > 2) return false;
  const leaf = wholeKeyLeaf(bitText(cell));
  if (leaf === null) return false;
  const { label, keyBits } = leaf;
  const forks = Math.min(keyBits, random.pick([2, 5, 8, 10, 12, 13, 15, 20, 32, 60]));
  const left = keyBits - forks;
  const top = draft.cells.length;
  const extra = random.pick(['', '', label.rest.slice(0, 5), label.rest]);
  for (let fork = 1; fork < forks; fork++) {
    const next = draft.cells.length + 1;
    draft.cells.push(withBitText({ ...cell, refs: [next, next, ...(extra === '' ? [] : cell.refs)] }, `00${extra}`));
  }
  draft.cells.push(withBitText(cell, writeLabel(label.bits.slice(forks), left, 'long') + label.rest));
  const below = forks === 1 ? draft.cells.length - 1 : top;
  draft.cells[place] = withBitText({ ...cell, refs: [below, below, ...(extra === '' ? [] : cell.refs)] }, `00${extra}`);
  return true;
}
