import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import type { StateBlock } from './decode-block.ts';
import { treeCellsMax } from './read-tree.ts';
import { resolvePartialBlock } from './resolve-partial-block.ts';
import { createResolverRows } from './resolver-rows.ts';

describe('a partial block', () => {
  it('whose account has too many cells of data leaves it unresolved and does not end the process', async () => {
    const bag = Bag.of(treeOf(treeCellsMax));
    bag.hashAll();
    const data = { cell: bag.root, hash: Buffer.from(bag.hash(bag.root)) };
    const account = { account: new Uint8Array(32), lt: 1n, isBeforeShown: false, code: null, data };
    const update = { oldRoot: bag.root, newRoot: bag.root };
    const block = { bag, update, workchain: 0, accounts: [account] } as unknown as StateBlock;
    const rows = createResolverRows();
    const unresolved: string[] = [];
    const parts = {
      rows,
      onUnresolved: (what: string) => void unresolved.push(what),
      insertIfFull: async () => undefined,
    };

    expect(await resolvePartialBlock(parts, block)).toEqual([{ hasCode: false, hasData: false }]);
    expect(unresolved).toEqual(['data']);
    expect(rows.accountData.rowCount).toBe(0);
  }, 120_000);
});

/** A tree of more distinct cells than that. */
function treeOf(cells: number): Cell {
  let layer: Cell[] = Array.from({ length: Math.ceil((cells * 3) / 4) + 4 }, (_, index) =>
    new CellBuilder().storeUint(index, 24).endCell(),
  );
  while (layer.length > 1) {
    const above: Cell[] = [];
    for (let index = 0; index < layer.length; index += 4) {
      const builder = new CellBuilder();
      for (const child of layer.slice(index, index + 4)) builder.storeRef(child);
      above.push(builder.endCell());
    }
    layer = above;
  }
  return layer[0]!;
}
