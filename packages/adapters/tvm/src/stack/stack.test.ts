import { describe, expect, it } from '@jest/globals';
import { beginCell, Cell as PeerCell, parseTuple, serializeTuple, type TupleItem } from '@ton/core';
import { Bag, Cell, CellBuilder, writeBag } from '@tonriver/boc';
import fc from 'fast-check';
import type { StackEntry } from '../stack-entry.ts';
import { decodeStack, decodeStackValue } from './decode-stack.ts';
import { encodeStackBoc, encodeStackValueBoc } from './encode-stack.ts';
import { stackLimits } from './stack-limits.ts';

const someCell = new CellBuilder().storeUint(0xabc, 12).storeRef(Cell.empty).endCell();
const boc = writeBag([someCell]);

const number: fc.Arbitrary<StackEntry> = fc
  .oneof(
    fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n - 1n }),
    fc.bigInt({ min: -(2n ** 63n) - 2n, max: -(2n ** 63n) + 2n }),
    fc.bigInt({ min: 2n ** 63n - 2n, max: 2n ** 63n + 2n }),
    fc.bigInt({ min: -2n, max: 2n }),
  )
  .map((value) => ({ type: 'number', value }));

const { entry } = fc.letrec<{ entry: StackEntry }>((tie) => ({
  entry: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    number,
    fc.constantFrom<StackEntry>({ type: 'null' }, { type: 'nan' }),
    fc.constantFrom('cell', 'slice', 'builder').map((type): StackEntry => ({ type, boc })),
    fc.array(tie('entry'), { maxLength: 8 }).map((items): StackEntry => ({ type: 'tuple', items })),
  ),
}));

function peerItem(item: StackEntry): TupleItem {
  switch (item.type) {
    case 'number':
      return { type: 'int', value: item.value };
    case 'tuple':
      return { type: 'tuple', items: item.items.map(peerItem) };
    case 'cell':
    case 'slice':
    case 'builder':
      return { type: item.type, cell: PeerCell.fromBoc(Buffer.from(item.boc))[0]! };
    case 'null':
    case 'nan':
      return { type: item.type };
    case 'continuation':
      throw new Error('The peer knows no continuations');
  }
}

const peerHash = (bytes: Uint8Array): string => PeerCell.fromBoc(Buffer.from(bytes))[0]!.hash().toString('hex');

describe('a stack', () => {
  it('is decoded to the entries that were encoded', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        expect(decodeStack(encodeStackBoc(entries))).toEqual(entries);
      }),
    );
  });

  it('has the same cells as an independent implementation, both encoded and decoded', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const peer = serializeTuple(entries.map(peerItem));
        expect(peerHash(encodeStackBoc(entries))).toBe(peer.hash().toString('hex'));
        expect(decodeStack(new Uint8Array(peer.toBoc()))).toEqual(entries);
        expect(parseTuple(PeerCell.fromBoc(Buffer.from(encodeStackBoc(entries)))[0]!)).toHaveLength(entries.length);
      }),
    );
  });

  it.each([0, 1, 2, 3, 4, 16, 254, 255])('has tuples of %i items', (length) => {
    const items = Array.from({ length }, (_, value): StackEntry => ({ type: 'number', value: BigInt(value) }));
    const value: StackEntry = { type: 'tuple', items };
    expect(decodeStackValue(encodeStackValueBoc(value))).toEqual(value);
    expect(peerHash(encodeStackBoc([value]))).toBe(
      serializeTuple([peerItem(value)])
        .hash()
        .toString('hex'),
    );
  });

  it('may have slices of a part of a cell', () => {
    // 4 bits from bit 8 on, and no reference.
    const value = beginCell()
      .storeUint(4, 8)
      .storeRef(PeerCell.fromBoc(Buffer.from(boc))[0]!);
    const stack = value.storeUint(8, 10).storeUint(12, 10).storeUint(1, 3).storeUint(1, 3).endCell();
    const [slice] = [decodeStackValue(new Uint8Array(stack.toBoc()))];
    const expected = writeBag([new CellBuilder().storeUint(0xc, 4).endCell()]);
    expect(slice).toEqual({ type: 'slice', boc: expected });
  });

  it('may have continuations only in results', () => {
    // vmc_quit#1000 exit_code:int32 = VmCont;
    const stack = beginCell().storeUint(6, 8).storeUint(0b1000, 4).storeInt(0, 32).endCell();
    expect(decodeStackValue(new Uint8Array(stack.toBoc()))).toEqual({ type: 'continuation' });
    expect(() => encodeStackBoc([{ type: 'continuation' }])).toThrow(
      expect.objectContaining({ code: 'tvm_bad_stack' }),
    );
  });
});

describe('a stack beyond the limits', () => {
  const nested = (depth: number): StackEntry => {
    let value: StackEntry = { type: 'null' };
    for (let level = 0; level < depth; level++) value = { type: 'tuple', items: [value] };
    return value;
  };

  it('is refused when tuples are nested 10,000 deep', () => {
    expect(() => encodeStackBoc([nested(10_000)])).toThrow(expect.objectContaining({ code: 'tvm_stack_too_deep' }));
  });

  it('may be as deep as cells can be', () => {
    const deep = nested(900);
    expect(decodeStack(encodeStackBoc([deep]))).toEqual([deep]);
  });

  it('is refused when it has too many entries in shared cells', () => {
    let cell = new CellBuilder().storeUint(0, 8).endCell();
    for (let level = 0; level < 60; level++) {
      cell = new CellBuilder().storeUint(7, 8).storeUint(2, 16).storeRef(cell).storeRef(cell).endCell();
    }
    expect(() => decodeStackValue(writeBag([cell]))).toThrow(expect.objectContaining({ code: 'tvm_stack_too_large' }));
  });

  it('is refused when the cells in it are too large together', () => {
    let big = Cell.empty;
    for (let level = 0; level < 800; level++) {
      big = new CellBuilder().storeUint(level, 1000).storeRef(big).endCell();
    }
    const value: StackEntry = { type: 'cell', boc: writeBag([big]) };
    const items = Array.from({ length: 60 }, () => value);
    expect(() => encodeStackBoc([{ type: 'tuple', items }])).toThrow(
      expect.objectContaining({ code: 'tvm_stack_too_large' }),
    );
  });

  it.each([
    ['no bag', new Uint8Array([1, 2, 3])],
    ['an empty cell', writeBag([Cell.empty])],
    ['an unknown value', writeBag([new CellBuilder().storeUint(1, 24).storeRef(Cell.empty).storeUint(9, 8).endCell()])],
    ['a promise of 2^24 entries', writeBag([new CellBuilder().storeUint(2 ** 24 - 1, 24).endCell()])],
  ])('is refused as %s', (_what, bytes) => {
    expect(() => decodeStack(bytes)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^tvm_(bad_)?stack/) }),
    );
  });

  it('is decoded or refused with a typed error for any bytes', () => {
    const good = Buffer.from(encodeStackBoc([{ type: 'tuple', items: [{ type: 'cell', boc }, { type: 'nan' }] }]));
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
        const bytes = new Uint8Array(good);
        bytes[at] = byte;
        try {
          expect(decodeStack(bytes)).toBeDefined();
        } catch (error) {
          expect(error).toMatchObject({ name: 'TvmError' });
        }
      }),
    );
  });

  it('has the documented limits', () => {
    expect(stackLimits.depthMax).toBeLessThan(1_024);
    expect(Bag.parse(boc).cellCount).toBe(2);
  });

  it.each([2n ** 256n, -(2n ** 256n) - 1n])('is refused with a number like %i', (value) => {
    expect(() => encodeStackBoc([{ type: 'number', value }])).toThrow(
      expect.objectContaining({ code: 'tvm_bad_stack' }),
    );
  });

  it('is refused with a tuple of 256 items', () => {
    const items = Array.from({ length: 256 }, (): StackEntry => ({ type: 'null' }));
    expect(() => encodeStackBoc([{ type: 'tuple', items }])).toThrow(
      expect.objectContaining({ code: 'tvm_bad_stack' }),
    );
  });
});
