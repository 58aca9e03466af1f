import { LRUCache } from 'lru-cache';
import { CellBuilder } from '@tonriver/boc';
import { storeExtraCurrencies } from '@tonriver/chain-model';
import { type AccountStateRow, accountStatesTable, columnsSql, pickColumns } from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { hexOf } from './bytes.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import type { ReadingStore } from './reading-store.ts';
import { bytesLiteral } from './sql.ts';

/** Amounts of extra currencies, in the order of the dictionary. */
export type Currencies = AccountStateRow['extraCurrencies'];

type HiddenKey = Pick<AccountStateRow, 'workchain' | 'account'> & { readonly hash: Uint8Array };

const columns = pickColumns(accountStatesTable, 'workchain', 'account', 'extra_currencies');

/** The most different amounts of one account that are tried. A block that changes amounts contains them. */
const DICTIONARIES_PER_ACCOUNT_MAX = 1000;
/** The most cached dictionaries. Few accounts have one, and they seldom change. */
const REMEMBERED_MAX = 1000;

export function hiddenKeyText({ workchain, account, hash }: HiddenKey): string {
  return `${workchain}:${hexOf(account)}:${hexOf(hash)}`;
}

/**
 * Finds extra currencies that a block does not contain because they did not change, by account and hash of their
 * dictionary: in another state of the account, whose dictionary must have the same hash.
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
        const keyText = hiddenKeyText({ workchain, account, hash: dictionaryHash(extraCurrencies) });
        if (!wanted.has(keyText)) continue;
        remembered.set(keyText, extraCurrencies);
        found.set(keyText, extraCurrencies);
      }
      return found;
    },
  });
}

function accountLiteral(keyText: string): string {
  const [workchain = '', account = ''] = keyText.split(':');
  return `(${Number(workchain)}, ${bytesLiteral(Buffer.from(account, 'hex'))})`;
}

function dictionaryHash(currencies: Currencies): Uint8Array {
  const builder = new CellBuilder();
  storeExtraCurrencies(builder, currencies);
  return builder.endCell().refs[0]?.hash() ?? new Uint8Array(0);
}
