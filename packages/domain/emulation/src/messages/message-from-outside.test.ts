import { describe, expect, it } from '@jest/globals';
import { Address, beginCell, Cell as CoreCell, external, storeMessage } from '@ton/core';
import { messageFromOutside } from './message-from-outside.ts';

const hash = new Uint8Array(32).fill(7);
const address = { workchain: 0, hash };

function cellOf(bits: number, refs: number): CoreCell {
  const builder = beginCell();
  for (let bit = 0; bit < bits; bit += 1) builder.storeBit(bit % 3 === 0);
  for (let ref = 0; ref < refs; ref += 1) builder.storeRef(beginCell().storeUint(ref, 8).endCell());
  return builder.endCell();
}

const bocOf = (cell: CoreCell | null): Uint8Array | null => (cell === null ? null : new Uint8Array(cell.toBoc()));

describe('a message from outside', () => {
  const code = cellOf(10, 0);
  const data = cellOf(20, 1);
  const inits = [
    ['without a StateInit', null, null],
    ['with a StateInit', code, data],
    ['with code alone', code, null],
    ['with data alone', null, data],
  ] as const;

  describe.each(inits)('%s', (_what, initCode, initData) => {
    // The sizes around which body and StateInit move into cells of their own.
    const sizes = [0, 1, 740, 741, 742, 743, 744, 745, 746, 747, 748, 1022, 1023];
    it.each(sizes)('is written as @ton/core writes it, with a body of %i bits', (bits) => {
      for (const refs of [0, 1, 2, 3, 4]) {
        const body = cellOf(bits, refs);
        const init = initCode === null && initData === null ? null : { code: initCode, data: initData };
        const to = new Address(0, Buffer.from(hash));
        const message = external({ to, body, ...(init === null ? {} : { init }) });
        const expected = beginCell().store(storeMessage(message)).endCell();
        const boc = messageFromOutside({
          address,
          bodyBoc: new Uint8Array(body.toBoc()),
          initCodeBoc: bocOf(initCode),
          initDataBoc: bocOf(initData),
        });
        expect(CoreCell.fromBoc(Buffer.from(boc))[0]?.hash().toString('hex')).toBe(expected.hash().toString('hex'));
      }
    });
  });

  it('has at most 8,192 cells, all parts together', () => {
    const leaves = (count: number, salt: number): CoreCell[] =>
      Array.from({ length: count }, (_, index) => beginCell().storeUint(index, 16).storeUint(salt, 2).endCell());
    const tree = (count: number, salt: number): CoreCell => {
      let cells = leaves(count, salt);
      while (cells.length > 1) {
        cells = Array.from({ length: Math.ceil(cells.length / 4) }, (_, at) => {
          const builder = beginCell();
          for (const cell of cells.slice(4 * at, 4 * at + 4)) builder.storeRef(cell);
          return builder.endCell();
        });
      }
      return cells[0]!;
    };
    const parts = (count: number) => ({
      address,
      bodyBoc: new Uint8Array(tree(count, 0).toBoc()),
      initCodeBoc: new Uint8Array(tree(count, 1).toBoc()),
      initDataBoc: new Uint8Array(tree(count, 2).toBoc()),
    });
    expect(() => messageFromOutside(parts(2_300))).toThrow(expect.objectContaining({ code: 'bad_message' }));
    expect(messageFromOutside(parts(1_500)).length).toBeGreaterThan(10_000);
  });
});
