import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import type { StateInitRow } from '@tonriver/clickhouse';

/** The trees that a StateInit refers to, by hash. */
export type CellTreeOf = (hash: Uint8Array) => Uint8Array | undefined;

/**
 * The bag of a StateInit from its stored row:
 *
 * ```tlb
 * tick_tock$_ tick:Bool tock:Bool = TickTock;
 * _ fixed_prefix_length:(Maybe (## 5)) special:(Maybe TickTock) code:(Maybe ^Cell) data:(Maybe ^Cell)
 *   library:(Maybe ^Cell) = StateInit;
 * ```
 *
 * @returns `undefined` when a tree is not stored (yet)
 */
export function stateInitBag(row: StateInitRow, treeOf: CellTreeOf): Uint8Array | undefined {
  if (row.rawBoc.length > 0) return row.rawBoc;
  const builder = new CellBuilder();
  builder.storeBit(row.fixedPrefixLength !== null);
  if (row.fixedPrefixLength !== null) builder.storeUint(row.fixedPrefixLength, 5);
  builder.storeBit(row.special !== null);
  if (row.special !== null) builder.storeUint(row.special, 2);
  for (const hash of [row.codeHash, row.dataHash, row.libraryHash]) {
    builder.storeBit(hash !== null);
    if (hash === null) continue;
    const tree = treeOf(hash);
    if (tree === undefined) return undefined;
    builder.storeRef(rootOf(tree));
  }
  return writeBag([builder.endCell()], { crc: true });
}

function rootOf(boc: Uint8Array): Cell {
  const bag = Bag.parse(boc);
  return bag.toCell(bag.root);
}
