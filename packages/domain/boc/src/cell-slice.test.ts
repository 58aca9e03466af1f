import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Bag, BocError, Cell, CellBuilder, type CellSlice } from './index.ts';
import { libraryReference } from './exotic-cells.ts';

type Field =
  | { readonly kind: 'uint' | 'int' | 'uintBig' | 'intBig'; readonly bits: number; readonly value: bigint }
  | { readonly kind: 'varUint'; readonly lengthBits: number; readonly value: bigint }
  | { readonly kind: 'bit'; readonly value: boolean }
  | { readonly kind: 'bits'; readonly value: Uint8Array; readonly count: number };

const unsigned = (kind: 'uint' | 'uintBig', max: number): fc.Arbitrary<Field> =>
  fc
    .integer({ min: kind === 'uint' ? 0 : 1, max })
    .chain((bits) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }).map((value) => ({ kind, bits, value })));
const signed = (kind: 'int' | 'intBig', max: number): fc.Arbitrary<Field> =>
  fc
    .integer({ min: 1, max })
    .chain((bits) =>
      fc
        .bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n })
        .map((value) => ({ kind, bits, value })),
    );
const varUint: fc.Arbitrary<Field> = fc
  .integer({ min: 2, max: 5 })
  .chain((lengthBits) =>
    fc
      .bigInt({ min: 0n, max: 2n ** BigInt((2 ** lengthBits - 1) * 8) - 1n })
      .map((value) => ({ kind: 'varUint', lengthBits, value })),
  );
const bits: fc.Arbitrary<Field> = fc.bigInt({ min: 0n, max: 2n ** 100n - 1n }).map((value) => {
  const text = value.toString(2);
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '0');
  const bytes = Uint8Array.from(padded.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  return { kind: 'bits', value: bytes, count: text.length };
});
const field: fc.Arbitrary<Field> = fc.oneof(
  unsigned('uint', 32),
  unsigned('uintBig', 256),
  signed('int', 32),
  signed('intBig', 257),
  varUint,
  fc.boolean().map((value): Field => ({ kind: 'bit', value })),
  bits,
);

describe('CellSlice', () => {
  it('loads what CellBuilder stored, at any bit offset, and marks nothing as non-canonical', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 12 }), (fields) => {
        const { cell, stored } = storeFields(fields);
        const slice = sliceOf(cell);
        for (const next of stored) {
          const before = slice.clone();
          expect(load(slice, next)).toEqual(next.value);
          expect(load(before, next)).toEqual(next.value);
          expect(before.bitOffset).toBe(slice.bitOffset);
        }
        expect([slice.isEmpty, slice.sawNonCanonical]).toEqual([true, false]);
        slice.ensureEmpty();
      }),
      { numRuns: 500 },
    );
  });

  it('refuses to read beyond the end, and does not move', () => {
    const slice = sliceOf(new CellBuilder().storeUint(0b10110, 5).endCell());
    slice.skipBits(2);
    const readings: readonly (() => unknown)[] = [
      () => slice.loadUint(4),
      () => slice.loadInt(4),
      () => slice.preloadUint(4),
      () => slice.loadUint64(),
      () => slice.loadUintBig(100),
      () => slice.loadBytes(1),
      () => slice.loadBits(4),
      () => slice.loadCoins(),
      () => slice.loadVarUint(2),
      () => slice.skipVarUint(2),
      () => slice.skipCoins(),
      () => slice.skipBits(4),
      () => slice.loadRef(),
      () => slice.preloadRef(-1),
      () => slice.skipRefs(1),
      () => slice.loadRefSlice(),
    ];
    for (const reading of readings) {
      expect(codeOf(reading)).toBe('cell_underflow');
      expect(slice.remainingBits).toBe(3);
    }
    slice.skipBits(3);

    expect([codeOf(() => slice.loadBit()), codeOf(() => slice.preloadBit())]).toEqual([
      'cell_underflow',
      'cell_underflow',
    ]);
    expect([slice.loadUint(0), slice.loadInt(0), slice.loadUintBig(0)]).toEqual([0, 0, 0n]);
  });

  it('skips what it would read, and tells which bytes come next without moving', () => {
    fc.assert(
      fc.property(
        fc.nat(7),
        fc.bigInt(0n, 2n ** 120n - 1n),
        fc.uint8Array({ maxLength: 8 }),
        (offset, grams, bytes) => {
          const builder = new CellBuilder()
            .storeUint(0, offset)
            .storeVarUint(grams, 4)
            .storeBits(bytes, bytes.length * 8);
          const slice = sliceOf(builder.endCell());
          slice.skipBits(offset);
          slice.skipCoins();
          expect(slice.startsWith(bytes)).toBe(true);
          expect(slice.startsWith(Uint8Array.of(...bytes, 0))).toBe(false);
          if (bytes.length > 0) expect(slice.startsWith(bytes.with(-1, bytes.at(-1)! ^ 1))).toBe(false);
          expect(slice.loadBytes(bytes.length)).toEqual(bytes);
        },
      ),
    );
  });

  it('refuses an impossible width', () => {
    const slice = sliceOf(new CellBuilder().storeUint(0, 600).endCell());
    for (const width of [-1, 33, 1.5, Number.NaN]) {
      expect(codeOf(() => slice.loadUint(width))).toBe('cell_bad_value');
      expect(codeOf(() => slice.loadInt(width))).toBe('cell_bad_value');
    }
    for (const width of [-1, 1.5, Number.NaN]) {
      expect(codeOf(() => slice.loadUintBig(width))).toBe('cell_bad_value');
      expect(codeOf(() => slice.loadBits(width))).toBe('cell_bad_value');
      expect(codeOf(() => slice.skipBits(width))).toBe('cell_bad_value');
    }
    expect(slice.bitOffset).toBe(0);
  });

  it('marks a variable number that takes more bytes than it needs', () => {
    const slice = sliceOf(new CellBuilder().storeBit(1).storeUint(2, 4).storeUint(7, 16).storeCoins(7n).endCell());
    slice.loadBit();

    expect([slice.loadCoins(), slice.sawNonCanonical]).toEqual([7n, true]);
    expect([slice.loadCoins(), slice.sawNonCanonical]).toEqual([7n, true]);
  });

  it('gives references in order, as numbers, slices and cells', () => {
    const leaf = new CellBuilder().storeUint(9, 8).endCell();
    const library = libraryReference(new Uint8Array(32));
    const slice = sliceOf(new CellBuilder().storeRef(leaf).storeRef(library).storeRef(Cell.empty).endCell());

    expect(slice.bag.cellType(slice.preloadRef(1))).toBe('library');
    expect(slice.loadRefSlice().loadUint(8)).toBe(9);
    expect(codeOf(() => slice.bag.slice(slice.preloadRef()))).toBe('cell_exotic');
    expect(slice.bag.exoticSlice(slice.loadRef()).loadUint(8)).toBe(2);
    expect(slice.toCell().hash()).toEqual(new CellBuilder().storeRef(Cell.empty).endCell().hash());
    expect([slice.remainingRefs, codeOf(() => slice.ensureEmpty())]).toEqual([1, 'cell_bad_value']);
  });
});

describe('CellBuilder', () => {
  it('stores another builder, a cell and a slice in place', () => {
    const inner = new CellBuilder().storeUint(5, 3).storeRef(Cell.empty);
    const slice = sliceOf(inner.endCell());
    slice.skipBits(1);
    const cell = new CellBuilder().storeBuilder(inner).storeCell(inner.endCell()).storeSlice(slice).endCell();

    expect([cell.bitLength, cell.refs.length]).toEqual([8, 3]);
    expect(cell.bits).toEqual(Uint8Array.of(0b10110101));
  });

  it('refuses numbers that do not fit and cells that are full, and stores nothing then', () => {
    const builder = new CellBuilder().storeUint(0, 1020);
    const refusals: readonly (readonly [string, () => unknown])[] = [
      ['cell_bad_value', () => builder.storeUint(8, 3)],
      ['cell_bad_value', () => builder.storeUint(-1, 3)],
      ['cell_bad_value', () => builder.storeUint(1.5, 3)],
      ['cell_bad_value', () => builder.storeUint(8n, 3)],
      ['cell_bad_value', () => builder.storeUint(-1n, 3)],
      ['cell_bad_value', () => builder.storeUint(1, -1)],
      ['cell_bad_value', () => builder.storeInt(4, 3)],
      ['cell_bad_value', () => builder.storeInt(-5, 3)],
      ['cell_bad_value', () => builder.storeInt(0.5, 3)],
      ['cell_bad_value', () => builder.storeBit(2)],
      ['cell_bad_value', () => builder.storeCoins(2n ** 120n)],
      ['cell_bad_value', () => builder.storeCoins(-1n)],
      ['cell_overflow', () => builder.storeUint(0, 4)],
      ['cell_overflow', () => builder.storeBytes(Uint8Array.of(1))],
      ['cell_overflow', () => builder.storeCoins(1n)],
      ['cell_overflow', () => builder.storeBuilder(new CellBuilder().storeUint(0, 4))],
      ['cell_underflow', () => builder.storeBits(Uint8Array.of(1), 9)],
    ];
    for (const [code, refusal] of refusals)
      expect([refusal.toString(), codeOf(refusal)]).toEqual([refusal.toString(), code]);
    for (let count = 0; count < 4; count++) builder.storeRef(Cell.empty);

    expect(codeOf(() => builder.storeRef(Cell.empty))).toBe('cell_overflow');
    expect([builder.bitLength, builder.refCount]).toEqual([1020, 4]);
  });
});

function storeFields(fields: readonly Field[]): { cell: Cell; stored: readonly Field[] } {
  const builder = new CellBuilder();
  const stored = fields.filter((next) => {
    const one = store(new CellBuilder(), next);
    if (builder.bitLength + one.bitLength > 1023) return false;
    store(builder, next);
    return true;
  });
  return { cell: builder.endCell(), stored };
}

function store(builder: CellBuilder, next: Field): CellBuilder {
  if (next.kind === 'bit') return builder.storeBit(next.value);
  if (next.kind === 'bits') return builder.storeBits(next.value, next.count);
  if (next.kind === 'varUint') return builder.storeVarUint(next.value, next.lengthBits);
  const value = next.kind === 'uint' || next.kind === 'int' ? Number(next.value) : next.value;
  return next.kind.startsWith('uint') ? builder.storeUint(value, next.bits) : builder.storeInt(value, next.bits);
}

function load(slice: CellSlice, next: Field): bigint | boolean | Uint8Array {
  if (next.kind === 'bit') return slice.loadBit();
  if (next.kind === 'bits') return slice.loadBits(next.count);
  if (next.kind === 'varUint') return slice.loadVarUint(next.lengthBits);
  if (next.kind === 'uint') return BigInt(slice.loadUint(next.bits));
  if (next.kind === 'int') return BigInt(slice.loadInt(next.bits));
  return next.kind === 'uintBig' ? slice.loadUintBig(next.bits) : slice.loadIntBig(next.bits);
}

function sliceOf(cell: Cell): CellSlice {
  const bag = Bag.of(cell);
  return bag.slice(bag.root);
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof BocError) return error.code;
    throw error;
  }
  return 'nothing thrown';
}
