import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { buildHashmap } from '@tonriver/chain-model';
import { isCodeStatic } from './static-code.ts';

function code(hex: string, refs: readonly Cell[] = []): Cell {
  const builder = new CellBuilder().storeBytes(Buffer.from(hex, 'hex'));
  for (const ref of refs) builder.storeRef(ref);
  return builder.endCell();
}

function isStatic(root: Cell, libraries: readonly Cell[] = []): boolean {
  const bag = Bag.of(root);
  return isCodeStatic({ bag, cell: bag.root }, (hash) => {
    const found = libraries.find((library) => Buffer.compare(library.hash(), hash) === 0);
    if (found === undefined) return null;
    const library = Bag.of(found);
    return { bag: library, cell: library.root };
  });
}

function methods(values: readonly Cell[]): Cell {
  const entries = values.map((value, index) => ({ key: Buffer.from([0, 0, index << 5]), value }));
  return buildHashmap(entries, { keyBits: 19, storeValue: (builder, value: Cell) => void builder.storeCell(value) })!;
}

/** SETCP0, 19 DICTPUSHCONST, DICTIGETJMPZ, 11 THROWARG: the beginning of compiled code. */
const selector = 'ff00f4a413f4bcf2c80b';
const bless = 'ed1e';

describe('static code', () => {
  it('accepts the selector of a compiler over a dictionary of methods', () => {
    expect(isStatic(code(selector, [methods([code('7a'), code('7bed44')])]))).toBe(true);
  });

  it('refuses a reachable instruction that turns data into code', () => {
    const bad = code(bless);
    expect(isStatic(bad)).toBe(false);
    expect(isStatic(code('ee00'))).toBe(false);
    expect(isStatic(code('db4000'))).toBe(false);
    // In a method, behind PUSHREFCONT, in a continuation, in an implicit jump, behind IFJMPREF.
    expect(isStatic(code(selector, [methods([code('7a'), bad])]))).toBe(false);
    expect(isStatic(code('8a', [bad]))).toBe(false);
    expect(isStatic(code(`92${bless}`))).toBe(false);
    expect(isStatic(code('7a', [bad]))).toBe(false);
    expect(isStatic(code('e302', [bad]))).toBe(false);
    expect(isStatic(code('8a', [code('7a'), bad]))).toBe(false);
  });

  it('refuses a jump into a dictionary that is not the constant just pushed', () => {
    const dictionary = methods([code('7a')]);
    // NOP between them; a dictionary of the stack; one of data.
    expect(isStatic(code('f4a41300f4bc', [dictionary]))).toBe(false);
    expect(isStatic(code('f4bc'))).toBe(false);
    expect(isStatic(code('ed44d0f4a0'))).toBe(false);
  });

  it('accepts the bits of such an instruction in a constant slice or a pushed reference', () => {
    // PUSHSLICE of 20 bits, and PUSHREF.
    expect(isStatic(code(`8b2${bless}8`.padEnd(8, '0')))).toBe(true);
    expect(isStatic(code('88', [code(bless)]))).toBe(true);
  });

  it('follows a library that is given, and stops at a missing one', () => {
    const library = code(bless);
    const reference = new CellBuilder().storeUint(2, 8).storeBytes(library.hash()).endExotic('library');
    expect(isStatic(reference, [library])).toBe(false);
    expect(isStatic(reference, [])).toBe(true);
  });

  it('refuses an instruction that the table does not know', () => {
    expect(isStatic(code('ef'))).toBe(false);
    expect(isStatic(code('f4a413f4bc', [code('ffff')]))).toBe(false);
  });

  it('ends in bounded time for code with many shared cells', () => {
    let cell = code('7a');
    for (let level = 0; level < 500; level++) cell = code('8a8a8a', [cell, cell, cell, cell]);
    const startedAt = process.cpuUsage().user;
    expect(isStatic(cell)).toBe(true);
    expect((process.cpuUsage().user - startedAt) / 1_000).toBeLessThan(5_000);
  });
});
