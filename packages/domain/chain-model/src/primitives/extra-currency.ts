import { type Bag, CellBuilder, type CellSlice } from '@tonriver/boc';
import { buildHashmap } from '../dictionary/dictionary-build.ts';
import { DictionaryWalk } from '../dictionary/dictionary-walk.ts';
import { keyFromUint } from '../dictionary/key-bits.ts';
import { ChainModelError } from '../errors.ts';
import { ensureRead } from './reference.ts';

/** An amount of a currency beside the chain's own. */
export interface ExtraCurrency {
  /** Unsigned 32 bits. */
  readonly currency: number;
  readonly amount: bigint;
}

/** The one empty list that every amount without extra currencies shares. */
export const noExtraCurrencies: readonly ExtraCurrency[] = Object.freeze([]);

/**
 * More currencies in one amount are refused. Networks know a handful and allow two per message; but cells can be
 * shared, so that a few of them describe thousands of currencies, and thousands of amounts can refer to the same few.
 */
const currencyCountMax = 256;

/** Bits of the length in `VarUInteger 32`. */
const amountLengthBits = 5;

/**
 * Reads the currencies in dictionary order:
 *
 * ```tlb
 * extra_currencies$_ dict:(HashmapE 32 (VarUInteger 32))
 *   = ExtraCurrencyCollection;
 * ```
 */
export function loadExtraCurrencies(slice: CellSlice): readonly ExtraCurrency[] {
  if (!slice.loadBit()) return noExtraCurrencies;
  const { currencies, isCanonical } = walkDictionary(slice.bag, slice.loadRef());
  if (!isCanonical) slice.sawNonCanonical = true;
  return currencies;
}

/** Reads the currencies of the dictionary with this root, without the bit before it. */
export function loadExtraCurrencyDictionary(bag: Bag, root: number): readonly ExtraCurrency[] {
  return walkDictionary(bag, root).currencies;
}

function walkDictionary(
  bag: Bag,
  root: number,
): { readonly currencies: readonly ExtraCurrency[]; readonly isCanonical: boolean } {
  const currencies: ExtraCurrency[] = [];
  let isCanonical = true;
  const walk = new DictionaryWalk(bag, root, 32);
  while (walk.next()) {
    const leaf = walk.slice;
    if (currencies.length === currencyCountMax) {
      throw new ChainModelError('bad_dictionary', 'An amount has more extra currencies than are accepted', {
        cell: root,
        currencyCountMax,
      });
    }
    currencies.push({ currency: walk.keyUint(), amount: leaf.loadVarUint(amountLengthBits) });
    ensureRead(leaf, 'ExtraCurrencyCollection');
    if (leaf.sawNonCanonical) isCanonical = false;
  }
  return { currencies, isCanonical: isCanonical && walk.isCanonical };
}

/** Writes what `loadExtraCurrencies` reads; the list must ascend by currency. */
export function storeExtraCurrencies(builder: CellBuilder, currencies: readonly ExtraCurrency[]): void {
  builder.storeBit(currencies.length > 0);
  if (currencies.length === 0) return;
  const entries = currencies.map(({ currency, amount }) => ({ key: keyFromUint(currency, 32), value: amount }));
  const root = buildHashmap(entries, {
    keyBits: 32,
    storeValue: (leaf, amount) => leaf.storeVarUint(amount, amountLengthBits),
  });
  if (root !== null) builder.storeRef(root);
}

/** Returns the hash of the dictionary in which a state keeps these currencies; null when there are none. */
export function extraCurrenciesHash(currencies: readonly ExtraCurrency[]): Uint8Array | null {
  const builder = new CellBuilder();
  storeExtraCurrencies(builder, currencies);
  return builder.endCell().refs[0]?.hash() ?? null;
}
