import { describe, expect, it } from '@jest/globals';
import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import {
  absentDescriptionFields,
  cellOf,
  loadTransaction,
  type MessageParts,
  parseBlockBag,
  standardAddress,
  storeTransaction,
} from '@tonriver/chain-model';
import { addTransactionRows, createBlockTables } from './index.ts';
import { createRowBudget } from './row-budget.ts';

const hash = new Uint8Array(32).fill(7);
const empty = new CellBuilder().endCell();

/** Creates a tree of about this many cells, all different. */
function treeOf(cellCount: number, bits: number): Cell {
  let layer = Array.from({ length: Math.ceil((cellCount * 3) / 4) }, (_, index) => {
    const leaf = new CellBuilder();
    for (let bit = 0; bit + 32 <= bits; bit += 32) leaf.storeUint((index * 2_654_435_761 + bit) >>> 0, 32);
    return leaf.endCell();
  });
  while (layer.length > 1) {
    layer = Array.from({ length: Math.ceil(layer.length / 4) }, (_, index) => {
      const fork = new CellBuilder().storeBit(1);
      for (const child of layer.slice(4 * index, 4 * index + 4)) fork.storeRef(child);
      return fork.endCell();
    });
  }
  return layer[0] as Cell;
}

const above = (index: number, ...refs: readonly Cell[]): Cell => {
  const builder = new CellBuilder().storeUint(index, 32);
  for (const ref of refs) builder.storeRef(ref);
  return builder.endCell();
};

const messageOf = (index: number, parts: Partial<MessageParts<Cell>>): MessageParts<Cell> => ({
  info: {
    type: 'internal',
    ihrDisabled: true,
    bounce: false,
    bounced: false,
    source: standardAddress({ workchain: 0, hash }),
    destination: standardAddress({ workchain: 0, hash }),
    value: { grams: 1n, extra: [] },
    ihrFee: 0n,
    forwardFee: 0n,
    importFee: null,
    createdLt: BigInt(index + 3),
    createdAt: 1,
  },
  init: null,
  initLayout: 'reference',
  body: empty,
  bodyLayout: 'reference',
  ...parts,
});

const withInit = (index: number, code: Cell, data: Cell): MessageParts<Cell> =>
  messageOf(index, { init: { fixedPrefixLength: null, special: null, code, data, library: null } });

/** Reads and adds the transaction as if it were the only one of a block. */
function rowsOf(outMessages: readonly MessageParts<Cell>[]) {
  const root = cellOf(storeTransaction, {
    accountHash: hash,
    lt: 2n,
    prevTransHash: hash,
    prevTransLt: 1n,
    now: 3,
    outMessageCount: outMessages.length,
    origStatus: 'active',
    endStatus: 'active',
    inMessage: null,
    outMessages: [...outMessages],
    totalFees: { grams: 0n, extra: [] },
    oldStateHash: hash,
    newStateHash: hash,
    description: {
      ...absentDescriptionFields,
      type: 'storage',
      storagePhase: { feesCollected: 0n, feesDue: null, statusChange: 'unchanged' },
    },
  });
  const bag = parseBlockBag(writeBag([root]));
  const tables = createBlockTables();
  addTransactionRows(
    tables,
    bag,
    loadTransaction(bag, bag.root),
    { workchain: 0, shard: 0n, seqno: 1, round: 1, rowVersion: 1 },
    { checkBudget: createRowBudget(tables, bag) },
  );
  return tables;
}

describe('messages of one transaction that share a large tree are not refused', () => {
  const code = new CellBuilder().storeUint(1, 8).endCell();
  const tree = treeOf(2000, 128);
  const largest = 255;

  it.each([10, 60, largest])('%i StateInits with the tree in their data', (count) => {
    const messages = Array.from({ length: count }, (_, index) => withInit(index, code, above(index, tree)));

    expect(rowsOf(messages).messages.rowCount).toBe(count);
  });

  it('StateInits with the tree in their data, each with code of its own', () => {
    const messages = Array.from({ length: largest }, (_, index) => withInit(index, above(index), above(index, tree)));

    expect(rowsOf(messages).messages.rowCount).toBe(largest);
  });

  it('StateInits with the tree and the code in their data', () => {
    const messages = Array.from({ length: largest }, (_, index) => withInit(index, code, above(index, tree, code)));

    expect(rowsOf(messages).messages.rowCount).toBe(largest);
  });

  it.each([10, 50, largest])('%i bodies with the tree, of 200 KB each', (count) => {
    const large = treeOf(2000, 992);
    const messages = Array.from({ length: count }, (_, index) => messageOf(index, { body: above(index, large) }));

    expect(rowsOf(messages).messages.rowCount).toBe(count);
  });
});
