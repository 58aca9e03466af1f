/**
 * The shape of an instruction of codepage 0. `bits` is its length up to the next instruction; `refs` is the number of
 * references that it uses from its cell.
 *
 * - `plain`: its references, if any, are data.
 * - `code_refs`: its references are code.
 * - `inline_code`: the last `bodyBits` bits and its references are the code of a continuation.
 * - `dictionary`: pushes a constant dictionary (its reference) with keys of `keyBits` bits.
 * - `dictionary_jump`: takes code from a dictionary on the stack.
 * - `dynamic`: turns data into code, or runs data.
 * - `unknown`: not an instruction, or not in this table.
 */
export interface InstructionShape {
  readonly kind: 'plain' | 'code_refs' | 'inline_code' | 'dictionary' | 'dictionary_jump' | 'dynamic' | 'unknown';
  readonly bits: number;
  readonly refs: number;
  readonly bodyBits?: number;
  readonly keyBits?: number;
}

const unknown: InstructionShape = { kind: 'unknown', bits: 0, refs: 0 };
const plain8 = plain(8);
const plain16 = plain(16);
const plain24 = plain(24);

function plain(bits: number, refs = 0): InstructionShape {
  return { kind: 'plain', bits, refs };
}

function codeRefs(refs: number): InstructionShape {
  return { kind: 'code_refs', bits: 16, refs };
}

/** Instructions that are determined by the first byte. */
const byFirstByte: readonly (InstructionShape | undefined)[] = firstByteTable();

function firstByteTable(): (InstructionShape | undefined)[] {
  const table: (InstructionShape | undefined)[] = Array.from({ length: 256 });
  const set = (from: number, to: number, shape: InstructionShape): void => void table.fill(shape, from, to + 1);
  set(0x00, 0x0f, plain8); // NOP, XCHG
  set(0x10, 0x11, plain16);
  set(0x12, 0x3f, plain8); // XCHG s1, PUSH, POP
  set(0x40, 0x53, plain16); // XCHG3, XCHG2, XCPU, PUXC, PUSH2
  set(0x55, 0x57, plain16); // BLKSWAP, long PUSH and POP
  set(0x58, 0x5d, plain8);
  set(0x5e, 0x5f, plain16); // REVERSE, BLKDROP, BLKPUSH
  set(0x60, 0x6b, plain8);
  set(0x6d, 0x6e, plain8); // PUSHNULL, ISNULL
  set(0x70, 0x7f, plain8); // small PUSHINT
  set(0x80, 0x80, plain16);
  set(0x81, 0x81, plain24);
  set(0x83, 0x85, plain16); // powers of two
  set(0x88, 0x89, plain(8, 1)); // PUSHREF, PUSHREFSLICE
  set(0x8a, 0x8a, { kind: 'code_refs', bits: 8, refs: 1 }); // PUSHREFCONT
  set(0xa0, 0xa5, plain8);
  set(0xa6, 0xa7, plain16); // ADDCONST, MULCONST
  set(0xa8, 0xa8, plain8);
  set(0xaa, 0xab, plain16); // shifts by a constant
  set(0xac, 0xae, plain8);
  set(0xb0, 0xb3, plain8);
  set(0xb4, 0xb5, plain16); // FITS, UFITS
  set(0xb8, 0xbf, plain8);
  set(0xc0, 0xc3, plain16); // comparisons with a constant
  set(0xc4, 0xc5, plain8);
  set(0xc8, 0xc9, plain8); // NEWC, ENDC
  set(0xca, 0xcb, plain16);
  set(0xcc, 0xce, plain8);
  set(0xd0, 0xd1, plain8);
  set(0xd2, 0xd3, plain16);
  set(0xd4, 0xd5, plain8);
  set(0xd6, 0xd6, plain16);
  set(0xd8, 0xd9, plain8); // EXECUTE, JMPX
  set(0xda, 0xda, plain16);
  set(0xdc, 0xe2, plain8); // conditions
  set(0xe4, 0xeb, plain8); // loops
  set(0xec, 0xec, plain16);
  set(0xee, 0xee, { kind: 'dynamic', bits: 16, refs: 0 }); // BLESSARGS
  set(0xf0, 0xf0, plain16); // CALLDICT
  set(0xf3, 0xf3, plain16); // TRYARGS
  return table;
}

/**
 * Returns the shape of the instruction that begins with these 24 bits (zeros after the end of a cell). The table has
 * the instructions of codepage 0 that contracts use. All others are `unknown`, which only makes runs slower.
 */
export function instructionShape(word: number): InstructionShape {
  const first = word >>> 16;
  return byFirstByte[first] ?? shapeByPrefix(first, (word >>> 8) & 0xff, word);
}

/**
 * Instructions of 16 bits without references that are determined by two bytes: first byte → second bytes (hexadecimal,
 * inclusive). The functions below have the instructions of other shapes.
 */
const twoByteInstructions: ReadonlyMap<number, Uint8Array> = new Map(
  (
    [
      [0x6c, '10-ff'], // BLKDROP2
      [0x6f, '00-8d a0-a7 b0-ff'], // tuples
      [0xb6, '00-03 08-0b'], // FITSX, MIN …
      [0xc7, '00-05 08-13'],
      [0xcf, '00-07 10-1f 23-23 28-2b 30-33 35-37 39-3b 3d-42 50-50'], // builders
      [0xd7, '00-07 10-1b 20-24 26-27 30-34 36-37 39-3b 41-43 45-62 64-71'], // slices
      [0xdb, '00-32 34-35 38-3b 3f-3f'],
      [0xe3, '04-05 08-09 14-1b 80-bf'],
      [0xed, '00-12 40-45 47-47 50-55 57-57 60-65 67-67 70-75 77-77 80-85 87-87 90-95 97-97 a0-a5 a7-a7'],
      [0xed, 'b0-b5 b7-b7 c0-c5 c7-c7 e0-e2 e4-e4 f0-fb'],
      [0xf2, '00-bf f0-f5 ff-ff'],
      [0xf4, '00-07 0a-0f 12-17 1a-1f 22-27 2a-2f 32-37 3a-3f 41-43 45-47 49-4b 4d-4f 51-53 55-57 59-5b 62-67'],
      [0xf4, '69-6b 6d-7f 82-87 8a-8f 92-97 9a-9f a8-a9 b1-b3 b5-b7'],
      [0xf8, '00-01 07-07 0f-11 14-15 20-30 32-33 35-3c 40-7f 80-80 90-9f'],
      [0xf9, '00-02 10-16 20-26 40-43'],
      [0xfa, '00-07 40-49 50-55'], // coins and addresses
      [0xfb, '00-00 02-04 06-08'], // actions
      [0xfe, '00-ef'],
      [0xff, '00-ff'],
    ] as const
  ).reduce((table, [first, ranges]) => {
    const isKnown = table.get(first) ?? new Uint8Array(256);
    for (const range of ranges.split(' ')) {
      const [from = '', to = ''] = range.split('-');
      isKnown.fill(1, Number.parseInt(from, 16), Number.parseInt(to, 16) + 1);
    }
    return table.set(first, isKnown);
  }, new Map<number, Uint8Array>()),
);

function shapeByPrefix(first: number, second: number, word: number): InstructionShape {
  if (twoByteInstructions.get(first)?.[second] === 1) return plain16;
  switch (first) {
    case 0x54:
      return second < 0x80 ? plain24 : unknown; // XCHG3, XC2PU … PUSH3
    case 0x82:
      return second >>> 3 === 31 ? unknown : plain(32 + 8 * (second >>> 3)); // long PUSHINT
    case 0x8b:
      return plain(16 + 8 * (second >>> 4)); // PUSHSLICE
    case 0x8c:
      return plain(16 + 8 * ((second >>> 1) & 31), (second >>> 6) + 1);
    case 0x8d:
      return second >>> 5 > 4 ? unknown : plain(24 + 8 * ((word >>> 6) & 127), second >>> 5);
    case 0x8e:
    case 0x8f:
      return inlineCode(16, 8 * (second & 127), (word >>> 15) & 3);
    case 0xa9:
      return division(second, 16);
    case 0xb7:
      return quiet(second, word & 0xff);
    case 0xcf:
      return building(second, word);
    case 0xd7:
      return parsing(second, word);
    case 0xdb:
      return calling(second);
    case 0xe3:
      return conditional(second);
    case 0xed:
      if (second === 0x1e || second === 0x1f) return { kind: 'dynamic', bits: 16, refs: 0 }; // BLESS, BLESSVARARGS
      return second === 0xe3 ? plain24 : unknown; // SETCONTCTRMANY
    case 0xf1:
      return second < 0xc0 ? plain24 : unknown; // CALLDICT, JMPDICT, PREPAREDICT with 14 bits
    case 0xf2:
      return second >= 0xc0 && second < 0xf0 ? plain24 : unknown; // long THROW
    case 0xf4:
      return dictionary(second, word);
    case 0xf8:
      return second === 0x34 || second === 0x81 ? plain24 : unknown; // PREVMCBLOCKS …, GETPARAMLONG
    case 0xf9:
      return (second >= 0x04 && second <= 0x07) || second === 0x30 ? plain24 : unknown; // HASHEXT, BLS
    case 0xfe:
      return second === 0xff ? unknown : plain(24 + 8 * (second & 15)); // DEBUGSTR
    default:
      return first >>> 4 === 9 ? inlineCode(8, 8 * (first & 15), 0) : unknown; // short PUSHCONT
  }
}

function inlineCode(headBits: number, bodyBits: number, refs: number): InstructionShape {
  return { kind: 'inline_code', bits: headBits + bodyBits, refs, bodyBits };
}

/** `A9mscdf`: with c set, a shift of 8 bits follows. */
function division(second: number, bits: number): InstructionShape {
  const variant = second >>> 4;
  if (variant === 0x3 || variant === 0xb || variant === 0xd) return plain(bits + 8);
  return [0x0, 0x2, 0x8, 0xa, 0xc].includes(variant) ? plain(bits) : unknown;
}

/** B7 before an arithmetic instruction makes it quiet. */
function quiet(second: number, third: number): InstructionShape {
  if (second === 0xa9) return division(third, 24);
  if ([0xa6, 0xa7, 0xaa, 0xab, 0xb4, 0xb5, 0xb6].includes(second)) return plain24;
  if (second >= 0xc0 && second <= 0xc3) return plain24;
  const isArithmetic = (second >= 0xa0 && second <= 0xa5) || second === 0xa8 || (second >= 0xac && second <= 0xae);
  const isLogic = (second >= 0xb0 && second <= 0xb3) || (second >= 0xb8 && second <= 0xbf);
  return isArithmetic || isLogic ? plain16 : unknown;
}

function building(second: number, word: number): InstructionShape {
  if (second >= 0x80) return plain(16 + 8 * ((word >>> 10) & 7), (second >>> 5) & 3); // STSLICECONST
  if ((second >= 0x08 && second <= 0x0f) || second === 0x38 || second === 0x3c) return plain24;
  return second === 0x20 || second === 0x21 ? plain(16, second - 0x1f) : unknown; // STREFCONST, STREF2CONST
}

function parsing(second: number, word: number): InstructionShape {
  if (second >= 0x28 && second <= 0x2f) return plain(24 + 8 * ((word >>> 3) & 127)); // SDBEGINS
  const hasLength = (second >= 0x08 && second <= 0x0f) || (second >= 0x1c && second <= 0x1f);
  return hasLength ? plain24 : unknown;
}

function calling(second: number): InstructionShape {
  if (second === 0x36) return plain24; // CALLCCARGS
  if (second >= 0x3c && second <= 0x3e) return codeRefs(1); // CALLREF, JMPREF, JMPREFDATA
  if (second >= 0x40 && second <= 0x4f) return { kind: 'dynamic', bits: 24, refs: 0 }; // RUNVM
  return second === 0x50 ? { kind: 'dynamic', bits: 16, refs: 0 } : unknown; // RUNVMX
}

function conditional(second: number): InstructionShape {
  if (second <= 0x03 || second === 0x0d || second === 0x0e) return codeRefs(1); // IFREF … IFELSEREF
  if (second === 0x0f) return codeRefs(2); // IFREFELSEREF
  return second >= 0xc0 ? codeRefs(1) : unknown; // IFBITJMPREF
}

function dictionary(second: number, word: number): InstructionShape {
  if (second >= 0xa4 && second <= 0xa7) return { kind: 'dictionary', bits: 24, refs: 1, keyBits: word & 0x3ff };
  const isJump = (second >= 0xa0 && second <= 0xa3) || (second >= 0xbc && second <= 0xbf);
  if (isJump) return { kind: 'dictionary_jump', bits: 16, refs: 0 };
  // PFXDICTGETJMP, PFXDICTGETEXEC; PFXDICTSWITCH, whose dictionary is constant but of another kind.
  if (second === 0xaa || second === 0xab) return { kind: 'dynamic', bits: 16, refs: 0 };
  return second >= 0xac && second <= 0xaf ? { kind: 'dynamic', bits: 24, refs: 1 } : unknown;
}
