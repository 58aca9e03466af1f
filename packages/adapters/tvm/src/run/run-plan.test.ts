import { expect, it } from '@jest/globals';
import { CellBuilder, writeBag } from '@tonriver/boc';
import { libraryReference } from '@tonriver/boc/testing';
import { buildHashmap } from '@tonriver/chain-model';
import { readInputTree } from './input-tree.ts';
import { readLibrarySet } from './library-set.ts';
import { planRun } from './run-plan.ts';

const cells = [1, 2, 3].map((value) => new CellBuilder().storeUint(0x70 + value, 8).endCell());
const entries = cells
  .map((cell) => ({ key: cell.hash(), value: cell }))
  .sort((left, right) => Buffer.compare(left.key, right.key));
const root = buildHashmap(entries, { keyBits: 256, storeValue: (builder, cell) => void builder.storeRef(cell) })!;
const libraries = readLibrarySet(writeBag([root]));
const planOf = (code: Uint8Array, globalVersion: number) => {
  const tree = readInputTree(code, 'code');
  const data = readInputTree(writeBag([new CellBuilder().endCell()]), 'data');
  return planRun({ code: tree, data, arguments: { libraryHashes: [] }, libraries, globalVersion });
};

it('a run gets all libraries when the gas of a look-up depends on their number', () => {
  const code = writeBag([libraryReference(cells[0]!.hash())]);
  expect(planOf(code, 3).libraries).toEqual(libraries.whole());
  const few = planOf(code, 4).libraries!;
  expect(few.length).toBeLessThan(libraries.whole().length);
  expect(planOf(writeBag([cells[0]!]), 3).libraries).toBeNull();
});
