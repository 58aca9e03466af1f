import { hashToHex } from '@tonriver/chain-model';
import type { StateReader } from '@tonriver/chain-reader';
import { type BoundedMemory, createBoundedMemory } from './bounded-memory.ts';

/** Trees of cells by the hash of their root. An empty bag means that the tree is not stored; it is not kept. */
export type Trees = BoundedMemory<Uint8Array>;

const NONE = new Uint8Array(0);

export function createTrees(bounds: { readonly entriesMax: number; readonly bytesMax: number }): Trees {
  return createBoundedMemory({ ...bounds, bytesOf: ({ length }) => length, isFinal: ({ length }) => length > 0 });
}

/** A stored tree as a bag, the same array object while it is kept; `undefined` when it is not stored. */
export async function treeOf(
  { stored, trees }: { readonly stored: Pick<StateReader, 'tree'>; readonly trees: Trees },
  hash: Uint8Array,
): Promise<Uint8Array | undefined> {
  const wanted = Uint8Array.from(hash);
  const found = await trees.find(hashToHex(wanted), async () => (await stored.tree(wanted)) ?? NONE);
  return found.length === 0 ? undefined : found;
}
