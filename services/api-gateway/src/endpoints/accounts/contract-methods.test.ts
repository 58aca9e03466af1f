import { describe, expect, it } from '@jest/globals';
import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { buildHashmap, keyFromUint } from '@tonriver/chain-model';
import { contractMethodsOf } from './contract-methods.ts';

function dictionary(methods: readonly number[], keyBits: number): Cell {
  const entries = methods.map((method) => ({ key: keyFromUint(method, keyBits), value: 7 }));
  const storeValue = (builder: CellBuilder, value: number): void => void builder.storeUint(value, 8);
  return buildHashmap(entries, { keyBits, storeValue })!;
}

function code(methods: Cell, keyBits = 19, { begin = 0xff00, push = 0b11110100101001 } = {}): Uint8Array {
  const builder = new CellBuilder().storeUint(begin, 16).storeUint(push, 14).storeUint(keyBits, 10);
  return writeBag([builder.storeRef(methods).storeUint(0xf2c0, 16).endCell()]);
}

/** A dictionary of 2^depth keys in depth cells: both children of a fork are one cell. */
function repeating(depth: number): Cell {
  let cell = new CellBuilder().storeUint(0, 2).storeUint(1, 8).endCell();
  for (let level = 0; level < depth; level++) {
    cell = new CellBuilder().storeUint(0, 2).storeRef(cell).storeRef(cell).endCell();
  }
  return cell;
}

describe('the methods of a contract', () => {
  it('are the keys of the dictionary with which its code begins, ascending', () => {
    expect(contractMethodsOf(code(dictionary([0, 78_748, 85_143, 524_287], 19)))).toEqual([0, 78_748, 85_143, 524_287]);
    expect(contractMethodsOf(code(dictionary([1, 2 ** 32 - 1], 32), 32))).toEqual([1, 2 ** 32 - 1]);
  });

  it.each([
    ['another codepage', code(dictionary([1], 19), 19, { begin: 0xff01 })],
    ['no dictionary', code(dictionary([1], 19), 19, { push: 0b11110100101000 })],
    ['keys of no bits', code(dictionary([1], 19), 0)],
    ['keys of 33 bits', code(dictionary([1], 33), 33)],
    ['a dictionary of other keys', code(dictionary([1, 2], 19), 20)],
    ['no code', writeBag([emptyCell()])],
    [
      'the name of a library',
      writeBag([new CellBuilder().storeUint(2, 8).storeBytes(new Uint8Array(32)).endExotic('library')]),
    ],
    [
      'a dictionary that is a library',
      code(new CellBuilder().storeUint(2, 8).storeBytes(new Uint8Array(32)).endExotic('library')),
    ],
    ['a dictionary that repeats its cells', code(repeating(19))],
    ['bytes that are no bag', new Uint8Array(8)],
  ])('are not known of code with %s', (_what, boc) => {
    expect(contractMethodsOf(boc)).toBeNull();
  });
});

function emptyCell(): Cell {
  return new CellBuilder().endCell();
}
