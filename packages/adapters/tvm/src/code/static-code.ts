import { type Bag, BocError } from '@tonriver/boc';
import { ChainModelError, DictionaryWalk } from '@tonriver/chain-model';
import { type InstructionShape, instructionShape } from './instruction-table.ts';

/** A cell with its bag: code may continue in a library, which is another bag. */
export interface CodeRoot {
  readonly bag: Bag;
  readonly cell: number;
}

/** The part of a cell that is code: a range of its bits and of its references. */
interface CodeRange extends CodeRoot {
  readonly bitStart: number;
  readonly bitEnd: number;
  readonly refStart: number;
  readonly refEnd: number;
}

/** Code with more instructions than this counts as not static. */
const instructionsMax = 200_000;
/** Limit for ranges of code that wait or were visited. Real contracts have some hundreds. */
const rangesMax = 20_000;

/**
 * Returns true when the code is proved to execute no data or arguments, so that a scan over its cells finds every
 * instruction that can run. Walks over all code that the root can reach, through continuations, references and
 * dictionaries of methods. Returns false at an instruction that turns data into code or that the table does not know.
 *
 * `library` returns the code of a library reference, null when it is missing: the TVM then stops there. `visit` is
 * called with the place of each instruction.
 */
export function isCodeStatic(
  root: CodeRoot,
  library: (hash: Uint8Array) => CodeRoot | null,
  visit: (bag: Bag, cell: number, bit: number) => void = () => undefined,
): boolean {
  const walk: Walk = { waiting: [], known: new Map(), library, visit, instructionsLeft: instructionsMax };
  try {
    addCell(walk, root);
    for (let range = walk.waiting.pop(); range !== undefined; range = walk.waiting.pop()) {
      if (!followRange(walk, range)) return false;
    }
    return true;
  } catch (error) {
    // Not a valid dictionary. The code counts as not static.
    if (error instanceof ChainModelError || error instanceof BocError) return false;
    throw error;
  }
}

interface Walk {
  readonly waiting: CodeRange[];
  readonly known: Map<Bag, Set<string>>;
  readonly library: (hash: Uint8Array) => CodeRoot | null;
  readonly visit: (bag: Bag, cell: number, bit: number) => void;
  instructionsLeft: number;
}

function addCell(walk: Walk, { bag, cell }: CodeRoot): boolean {
  const type = bag.cellType(cell);
  if (type === 'ordinary') {
    return addRange(walk, {
      bag,
      cell,
      bitStart: 0,
      bitEnd: bag.bitLength(cell),
      refStart: 0,
      refEnd: bag.refCount(cell),
    });
  }
  if (type !== 'library') return true;
  const slice = bag.exoticSlice(cell);
  slice.skipBits(8);
  const target = walk.library(slice.loadBytes(32));
  // A library that leads to another one is an error from version 5 on; before, it was followed.
  return target === null || addCell(walk, target);
}

function addRange(walk: Walk, range: CodeRange): boolean {
  const key = `${range.cell}:${range.bitStart}:${range.bitEnd}:${range.refStart}:${range.refEnd}`;
  const known = walk.known.get(range.bag) ?? new Set<string>();
  if (known.has(key)) return true;
  walk.known.set(range.bag, known.add(key));
  walk.waiting.push(range);
  return known.size <= rangesMax && walk.waiting.length <= rangesMax;
}

/** Reads instruction after instruction; the end of the bits continues in the next reference. */
function followRange(walk: Walk, range: CodeRange): boolean {
  const { bag, cell, bitEnd, refEnd } = range;
  let { bitStart: bit, refStart: ref } = range;
  let previous: (InstructionShape & { readonly ref: number }) | null = null;
  while (bit < bitEnd) {
    if (walk.instructionsLeft-- === 0) return false;
    walk.visit(bag, cell, bit);
    const shape = instructionShape(wordAt(bag, cell, bit, bitEnd));
    if (shape.kind === 'unknown' || shape.kind === 'dynamic') return false;
    // The TVM refuses an incomplete instruction and executes nothing after it.
    if (bit + shape.bits > bitEnd || ref + shape.refs > refEnd) return true;
    if (shape.kind === 'dictionary_jump') {
      if (previous?.kind !== 'dictionary' || !addMethods(walk, bag, bag.ref(cell, previous.ref), previous))
        return false;
    }
    if (!addParts(walk, range, { shape, bit, ref })) return false;
    previous = { ...shape, ref };
    bit += shape.bits;
    ref += shape.refs;
  }
  return ref >= refEnd || addCell(walk, { bag, cell: bag.ref(cell, ref) });
}

function addParts(
  walk: Walk,
  { bag, cell }: CodeRange,
  { shape, bit, ref }: { readonly shape: InstructionShape; readonly bit: number; readonly ref: number },
): boolean {
  if (shape.kind === 'inline_code') {
    const bitEnd = bit + shape.bits;
    const bitStart = bitEnd - (shape.bodyBits ?? 0);
    return addRange(walk, { bag, cell, bitStart, bitEnd, refStart: ref, refEnd: ref + shape.refs });
  }
  if (shape.kind !== 'code_refs') return true;
  for (let position = ref; position < ref + shape.refs; position++) {
    if (!addCell(walk, { bag, cell: bag.ref(cell, position) })) return false;
  }
  return true;
}

/** Adds the values of a constant dictionary of methods, which are code after their labels. */
function addMethods(walk: Walk, bag: Bag, root: number, { keyBits = 0 }: InstructionShape): boolean {
  const leaves = new DictionaryWalk(bag, root, keyBits);
  while (leaves.next()) {
    const { cell, bitOffset, refOffset } = leaves.slice;
    const range = { bitStart: bitOffset, bitEnd: bag.bitLength(cell), refStart: refOffset, refEnd: bag.refCount(cell) };
    if (!addRange(walk, { bag, cell, ...range })) return false;
  }
  return true;
}

/** Returns the 24 bits at a bit offset, with zeros after the end of the range. */
function wordAt(bag: Bag, cell: number, bit: number, bitEnd: number): number {
  const { bytes, dataStart } = bag.table;
  const at = dataStart[cell]! + (bit >> 3);
  const high = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
  const shift = bit & 7;
  const word = shift === 0 ? high : ((high << shift) | (bytes[at + 3]! >> (8 - shift))) & 0xffffff;
  const missing = bit + 24 - bitEnd;
  return missing > 0 ? (word >>> missing) << missing : word;
}
