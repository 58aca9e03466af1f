import { LRUCache } from 'lru-cache';
import { Bag, BocError } from '@tonriver/boc';
import { ChainModelError, DictionaryWalk } from '@tonriver/chain-model';

/** `SETCP0`: all contracts are written for this codepage. */
const SETCP0 = 0xff00;
/** `DICTPUSHCONST`: `F4A_` and the bit that a dictionary follows. */
const DICTPUSHCONST = 0b1111_0100_1010_01;
/** Longer keys are no ids of methods, which have 32 bits at most. */
const KEY_BITS_MAX = 32;
/** A dictionary may repeat its cells. Contracts have some dozens of methods. */
const METHODS_MAX = 4096;
/** Codes whose methods are remembered: many accounts share one. */
const REMEMBERED_MAX = 4096;

/** Ids of methods by hash of the code in base64; null for code in which no dictionary of methods is found. */
export type ContractMethods = readonly number[] | null;

/** Remembers the ids of a code, which never change. */
export interface KnownMethods {
  get(codeHash: string): ContractMethods | undefined;
  /** Reads them from the code, and remembers them. */
  read(codeHash: string, code: Uint8Array): ContractMethods;
}

export function createKnownMethods(): KnownMethods {
  const known = new LRUCache<string, { readonly methods: ContractMethods }>({ max: REMEMBERED_MAX });
  return {
    get: (codeHash) => known.get(codeHash)?.methods,
    read(codeHash, code) {
      const methods = contractMethodsOf(code);
      known.set(codeHash, { methods });
      return methods;
    },
  };
}

/**
 * Returns the ids of the methods in a code, ascending: the keys of the dictionary with which compilers begin it
 * (`SETCP0`, then `DICTPUSHCONST` with the length of keys in 10 bits). Null for other code, as the name of a library.
 */
export function contractMethodsOf(code: Uint8Array): ContractMethods {
  try {
    const bag = Bag.parse(code);
    if (bag.isExotic(bag.root)) return null;
    const slice = bag.slice(bag.root);
    if (slice.loadUint(16) !== SETCP0 || slice.loadUint(14) !== DICTPUSHCONST) return null;
    const keyBits = slice.loadUint(10);
    if (keyBits < 1 || keyBits > KEY_BITS_MAX) return null;
    const walk = new DictionaryWalk(bag, slice.loadRef(), keyBits);
    const methods: number[] = [];
    while (walk.next()) {
      if (methods.length === METHODS_MAX) return null;
      methods.push(walk.keyUint());
    }
    return methods;
  } catch (error) {
    if (error instanceof BocError || error instanceof ChainModelError) return null;
    throw error;
  }
}
