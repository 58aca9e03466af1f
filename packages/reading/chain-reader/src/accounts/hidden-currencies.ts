import { LRUCache } from 'lru-cache';
import { Bag } from '@tonriver/boc';
import { extraCurrenciesHash, loadExtraCurrencyDictionary } from '@tonriver/chain-model';
import {
  type AccountStateRow,
  accountStatesTable,
  cellTreesTable,
  columnsSql,
  pickColumns,
} from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { hexOf } from '../store/bytes.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { bytesLiteral, hexListLiteral } from '../store/sql.ts';

/** Amounts of extra currencies, in the order of the dictionary. */
export type Currencies = AccountStateRow['extraCurrencies'];

type HiddenKey = Pick<AccountStateRow, 'workchain' | 'account'> & { readonly hash: Uint8Array };

const columns = pickColumns(accountStatesTable, 'workchain', 'account', 'extra_currencies');

/** The most different amounts of one account that are tried. A block that changes amounts contains them. */
const DICTIONARIES_PER_ACCOUNT_MAX = 1000;
/** The most cached dictionaries. Few accounts have one, and they seldom change. */
const REMEMBERED_MAX = 1000;

function hiddenKeyText({ workchain, account, hash }: HiddenKey): string {
  return `${workchain}:${hexOf(account)}:${hexOf(hash)}`;
}

/**
 * Finds extra currencies that a block does not contain because they did not change, by account and hash of their
 * dictionary: in another state of the account, whose dictionary must have the same hash, or among the dictionaries of
 * initial states.
 */
export function createHiddenCurrencies(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<Currencies> {
  const remembered = new LRUCache<string, Currencies>({ max: REMEMBERED_MAX });
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const found = new Map<string, Currencies>();
      const missing: string[] = [];
      for (const keyText of keyTexts) {
        const known = remembered.get(keyText);
        if (known === undefined) missing.push(keyText);
        else found.set(keyText, known);
      }
      if (missing.length === 0) return found;
      const wanted = new Set(missing);
      const accounts = new Set(missing.map(accountLiteral));
      const rows = await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM (
           SELECT DISTINCT ${columnsSql(columns)} FROM account_states
           WHERE (workchain, account) IN (${[...accounts].join(', ')})
             AND extra_currencies_hash IS NULL AND notEmpty(extra_currencies)
         ) LIMIT ${DICTIONARIES_PER_ACCOUNT_MAX} BY workchain, account`,
      );
      for (const { workchain, account, extraCurrencies } of rows) {
        const hash = extraCurrenciesHash(extraCurrencies);
        if (hash === null) continue;
        const keyText = hiddenKeyText({ workchain, account, hash });
        if (!wanted.has(keyText)) continue;
        found.set(keyText, extraCurrencies);
      }
      const inTrees = await readDictionaries(
        store,
        missing.filter((keyText) => !found.has(keyText)),
      );
      for (const [keyText, currencies] of inTrees) found.set(keyText, currencies);
      for (const keyText of missing) {
        const currencies = found.get(keyText);
        if (currencies !== undefined) remembered.set(keyText, currencies);
      }
      return found;
    },
  });
}

/** Reads dictionaries that were in an initial state. */
async function readDictionaries(
  store: ReadingStore,
  keyTexts: readonly string[],
): Promise<ReadonlyMap<string, Currencies>> {
  if (keyTexts.length === 0) return new Map();
  const hashes = [...new Set(keyTexts.map(hashOfKey))];
  const rows = await store.select(
    cellTreesTable.columns,
    `SELECT ${columnsSql(cellTreesTable.columns)} FROM cell_trees WHERE hash IN ${hexListLiteral(hashes)}`,
  );
  const byHash = new Map(rows.map(({ hash, boc }) => [hexOf(hash), boc]));
  const found = new Map<string, Currencies>();
  for (const keyText of keyTexts) {
    const boc = byHash.get(hashOfKey(keyText));
    if (boc === undefined) continue;
    const bag = Bag.parse(boc);
    found.set(keyText, loadExtraCurrencyDictionary(bag, bag.root));
  }
  return found;
}

function hashOfKey(keyText: string): string {
  return keyText.slice(keyText.lastIndexOf(':') + 1);
}

/** A state, and what its block shows of its extra currencies: all of them, or only the hash of their dictionary. */
type CurrenciesOfState = Pick<AccountStateRow, 'extraCurrencies' | 'extraCurrenciesHash'>;

/** Adds extra currencies from other states of the accounts, if one has them. Seldom needed. */
export async function showCurrencies<State extends CurrenciesOfState>(
  states: readonly (State | undefined)[],
  accountOf: (index: number) => Pick<AccountStateRow, 'workchain' | 'account'>,
  hidden: BatchedLookUp<Currencies>,
): Promise<readonly (State | undefined)[]> {
  const keys = states.map((state, index) => {
    if (state === undefined || state.extraCurrenciesHash === null) return undefined;
    return hiddenKeyText({ ...accountOf(index), hash: state.extraCurrenciesHash });
  });
  const wanted = [...new Set(keys.filter((key) => key !== undefined))];
  if (wanted.length === 0) return states;
  const found = await hidden.getMany(wanted);
  const currencies = new Map(wanted.map((key, index) => [key, found[index]]));
  return states.map((state, index) => {
    const extraCurrencies = currencies.get(keys[index] ?? '');
    return state === undefined || extraCurrencies === undefined
      ? state
      : { ...state, extraCurrencies, extraCurrenciesHash: null };
  });
}

function accountLiteral(keyText: string): string {
  const [workchain = '', account = ''] = keyText.split(':');
  return `(${Number(workchain)}, ${bytesLiteral(Buffer.from(account, 'hex'))})`;
}
