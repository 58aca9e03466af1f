import type { Bag } from '@tonriver/boc';

/** `_ config_addr:bits256 config:^(Hashmap 32 ^Cell) = ConfigParams;`, or the dictionary itself: its root. */
export function configDictionary(bag: Bag): number {
  const isConfigParams = bag.bitLength(bag.root) === 256 && bag.refCount(bag.root) === 1;
  return isConfigParams ? bag.ref(bag.root, 0) : bag.root;
}
