export {
  addCurrencyCollections,
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
  subtractCurrencyCollections,
  zeroCurrencyCollection,
} from './currency-collection.ts';
export {
  type ExtraCurrency,
  extraCurrenciesHash,
  loadExtraCurrencyDictionary,
  loadExtraCurrencies,
  noExtraCurrencies,
  storeExtraCurrencies,
} from './extra-currency.ts';
export { loadGrams } from './grams.ts';
export { compareBytes, equalBytes, type Hash, hashFromHex, hashToHex, ZERO_HASH } from './hash.ts';
export { type HashUpdate, loadHashUpdate, storeHashUpdate } from './hash-update.ts';
export { loadMaybeReference, resolveCell, storeMaybeReference } from './reference.ts';
