import { describe, expect, it } from '@jest/globals';
import { CellBuilder } from './cell-builder.ts';

describe('CellBuilder', () => {
  it('goes on behind a cell that it wrote, which stays as it was while other builders work', () => {
    const builder = new CellBuilder().storeUint(0xabc, 12);
    const first = builder.endCell();
    new CellBuilder().storeUint(0xffffff, 24).endCell();
    const second = builder.storeUint(0xd, 4).endCell();
    const third = builder.endCell();

    expect([...first.bits]).toEqual([0xab, 0xc0]);
    expect([...second.bits]).toEqual([0xab, 0xcd]);
    expect([...third.bits]).toEqual([...second.bits]);
    expect([...new CellBuilder().storeUint(0, 16).endCell().bits]).toEqual([0, 0]);
  });
});
