import { CellBuilder } from '@tonriver/boc';
import { type AccountAddress, equalBytes, type ExtraCurrency, storeExtraCurrencies } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { accountStatesTable, columnsSql, hashSql, pickColumns } from '@tonriver/row-schema';
import { LOOK_UP } from './indexed-block.ts';

const columns = pickColumns(accountStatesTable, 'extra_currencies');

/**
 * Extra currencies of a state whose block shows only the hash of their dictionary, because it did not change: those of
 * the newest earlier state that shows them, if they have that hash; `undefined` when none does.
 */
export async function readExtraCurrencies(
  store: ClickHouseStore,
  address: AccountAddress,
  { lt, hash }: { readonly lt: bigint; readonly hash: Uint8Array },
): Promise<readonly ExtraCurrency[] | undefined> {
  const [row] = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_states
      WHERE workchain = {workchain:Int32} AND account = ${hashSql('account')} AND lt <= {lt:UInt64}
        AND extra_currencies_hash IS NULL AND notEmpty(extra_currencies)
      ORDER BY lt DESC LIMIT 1`,
    { workchain: address.workchain, account: address.hash, lt },
    LOOK_UP,
  );
  if (row === undefined) return undefined;
  const currencies = row.extraCurrencies.map(({ currency, amount }) => ({ currency, amount }));
  return equalBytes(dictionaryHash(currencies), hash) ? currencies : undefined;
}

/** Hash of the root of `HashmapE 32 (VarUInteger 32)` with at least one entry. */
function dictionaryHash(currencies: readonly ExtraCurrency[]): Uint8Array {
  const builder = new CellBuilder();
  storeExtraCurrencies(builder, currencies);
  const [root] = builder.endCell().refs;
  return root?.hash() ?? new Uint8Array(0);
}
