import {
  type Bag,
  borrowTree,
  type Cell,
  CellBuilder,
  serializeTree,
  serializeTreeWithout,
  writeBag,
} from '@tonriver/boc';
import { type Message, type StateInit, storeStateInit, resolveStateInit } from '@tonriver/chain-model';
import type { BlockTables } from './block-tables.ts';
import { specialColumn } from './special-column.ts';

const noBytes = new Uint8Array(0);

/** Returns the hash of a message's StateInit: of its own cell, or of the cell that an inline one would be. */
export function stateInitHash(bag: Bag, message: Message, init: StateInit): Uint8Array {
  return message.initCell === null ? stateInitCell(bag, init).hash() : bag.hash(message.initCell);
}

/** Returns the bag of a message's StateInit. */
export function stateInitBytes(bag: Bag, { initCell, init }: Pick<Message, 'initCell' | 'init'>): Uint8Array {
  return initCell === null ? writeBag([stateInitCell(bag, init as StateInit)]) : serializeTree(bag, initCell);
}

/** Adds a message's StateInit, and its code, data and libraries as trees, unless they were added already. */
export function addStateInit(tables: BlockTables, bag: Bag, message: Message, hash: Uint8Array): void {
  const init = message.init as StateInit;
  if (!tables.knownInits.add(hash)) return;
  // Many contracts have their own code in their data: it is stored once, as code.
  const dataBoc =
    init.code === null || init.data === null ? undefined : serializeTreeWithout(bag, init.data, init.code);
  const codeHash = addTree(tables, bag, init.code);
  const dataHash = dataBoc === undefined ? addTree(tables, bag, init.data) : hashOf(bag, init.data);
  const libraryHash = addTree(tables, bag, init.library);
  // The cell of a StateInit may have more than its fields: then a cell made from them has another hash.
  const needsRawCell =
    message.initCell !== null && !message.isCanonical && Buffer.compare(stateInitCell(bag, init).hash(), hash) !== 0;
  const rawBoc = needsRawCell ? serializeTree(bag, message.initCell) : noBytes;
  tables.stateInits.add({
    hash,
    fixedPrefixLength: init.fixedPrefixLength,
    special: specialColumn(init.special),
    codeHash,
    dataHash,
    libraryHash,
    dataBoc: dataBoc ?? noBytes,
    rawBoc,
  });
}

/** Adds a tree unless it was added already, and returns its hash. */
function addTree(tables: BlockTables, bag: Bag, tree: number | null): Uint8Array | null {
  if (tree === null) return null;
  const hash = bag.hash(tree);
  if (tables.knownTrees.add(hash)) tables.cellTrees.add({ hash, boc: borrowTree(bag, tree) });
  return hash;
}

/** Returns the cell of a StateInit. An inline StateInit is stored under the hash of this cell. */
function stateInitCell(bag: Bag, init: StateInit): Cell {
  const builder = new CellBuilder();
  storeStateInit(builder, resolveStateInit(bag, init));
  return builder.endCell();
}

function hashOf(bag: Bag, cell: number | null): Uint8Array | null {
  return cell === null ? null : bag.hash(cell);
}
