export { type AugmentedRoot } from './dictionary-update.ts';
export { deleteFromHashmap, findInHeapDictionary, setInHashmap } from './dictionary-update.ts';
export { buildHashmap, buildHashmapAug } from './dictionary-build.ts';
export { findInDictionary } from './dictionary-find.ts';
export type { Augmentation, DictionaryEntry, HashmapAugKind, HashmapKind } from './dictionary-kind.ts';
export { loadLabel, storeLabel } from './dictionary-label.ts';
export { DictionaryWalk } from './dictionary-walk.ts';
export { type HeapNode, readHeapNode } from './heap-node.ts';
export {
  loadHashmapAugE,
  loadHashmapAugEntries,
  loadHashmapE,
  loadHashmapEntries,
  resolveAugmentedRoot,
  storeHashmapAugE,
  storeHashmapE,
} from './hashmap.ts';
export { bitAt, keyFromUint, keyToBigInt, keyToUint } from './key-bits.ts';
