import { createHash } from 'node:crypto';
import { Bag, CellBuilder, type Cell } from '@tonriver/boc';
import { seededNumbers } from '@tonriver/testing';
import { type CellStore, openCellStore } from './open-cell-store.ts';

const cellsMax = 10_000;
const TREES = 24;
const KEPT = 8;

/** Writes a store with shared and released trees, replaced and removed records. Returns a digest of its contents. */
export async function writeStore(directory: string): Promise<string> {
  const random = seededNumbers(11);
  const store = await openCellStore({ directory });
  const roots: Uint8Array[] = [];
  for (let round = 0; round < TREES; round += 1) {
    const bag = Bag.of(randomTree(random, 5));
    roots.push(store.add(bag, bag.root).hash);
    if (roots.length > KEPT) store.release(roots.shift()!);
    store.putRecord(`root/${String(round).padStart(4, '0')}`, roots.at(-1)!);
    if (round >= KEPT) store.removeRecord(`root/${String(round - KEPT).padStart(4, '0')}`);
    store.putRecord('progress', Buffer.from(String(round)));
    await store.commit();
  }
  const digest = digestContents(store);
  await store.close();
  return digest;
}

function randomTree(random: (below: number) => number, depth: number): Cell {
  const builder = new CellBuilder().storeUint(random(40), 16);
  const count = depth === 0 ? 0 : 1 + random(4);
  for (let index = 0; index < count; index += 1) builder.storeRef(randomTree(random, depth - 1));
  return builder.endCell();
}

/** Returns a digest of all records, the trees that they name, and the number of cells. */
export function digestContents(store: CellStore): string {
  const hash = createHash('sha256').update(`${store.cellCount} ${Buffer.from(store.record('progress')!).toString()}`);
  for (const [key, root] of store.recordsUnder('root/')) {
    const cell = store.read(root, { cellsMax });
    hash.update(`${key} ${Buffer.from(cell.hash()).toString('hex')} ${store.isComplete(root)}`);
    // Releasing reads the reference counts, which nothing else here does.
    store.release(root);
  }
  hash.update(String([...store.recordsUnder('')].length));
  store.discard();
  return hash.digest('hex');
}
