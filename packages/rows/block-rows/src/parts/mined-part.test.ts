import { expect, it } from '@jest/globals';
import { CellBuilder, writeBag } from '@tonriver/boc';
import { openEmulatedPart } from './emulated-part.ts';
import { writeMinedPart } from './mined-part.ts';

it('transactions of blocks keep their hashes as a part', () => {
  const cell = new CellBuilder().storeUint(5, 8).endCell();
  const content = writeMinedPart([{ boc: writeBag([cell]), before: undefined, after: 'between' }]);
  const part = openEmulatedPart({ workchain: 0, content }, 1);
  expect([part.count, Buffer.from(part.transactionHashAt(0)!).equals(Buffer.from(cell.hash()))]).toEqual([1, true]);
});
