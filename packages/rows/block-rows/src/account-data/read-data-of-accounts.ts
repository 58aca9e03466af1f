import { writeBag } from '@tonriver/boc';
import { equalBytes, hashToHex } from '@tonriver/chain-model';
import { accountDataTable, hashListSql, pickColumns, type RowReader } from '@tonriver/row-schema';
import { joinAccountData } from './join-account-data.ts';
import { type AccountDataPlace, dataChangeRowsMax } from './read-account-data.ts';

const columns = pickColumns(accountDataTable, 'account', 'lt', 'data_hash', 'is_whole', 'data_boc');

/** Accounts of one query: their data is in memory at once. */
const ACCOUNTS_PER_QUERY = 256;

/**
 * Reads the data of contracts in their states, many with one query. Undefined for data that is not resolved, or whose
 * rows do not give it.
 */
export async function readDataOfAccounts(
  store: RowReader,
  places: readonly AccountDataPlace[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const found = new Map<AccountDataPlace, Uint8Array | undefined>();
  for (const workchain of new Set(places.map((place) => place.workchain))) {
    const ofWorkchain = places.filter((place) => place.workchain === workchain);
    for (let from = 0; from < ofWorkchain.length; from += ACCOUNTS_PER_QUERY) {
      const some = ofWorkchain.slice(from, from + ACCOUNTS_PER_QUERY);
      const rows = await readRows(store, workchain, some);
      for (const place of some) found.set(place, dataOf(rows.get(hashToHex(place.account)) ?? [], place));
    }
  }
  return places.map((place) => found.get(place));
}

interface DataRow {
  readonly lt: bigint;
  readonly dataHash: Uint8Array;
  readonly isWhole: boolean;
  readonly dataBoc: Uint8Array;
}

/** Account, hex → its newest rows up to the newest state that is wanted, newest first. */
async function readRows(
  store: RowReader,
  workchain: number,
  places: readonly AccountDataPlace[],
): Promise<ReadonlyMap<string, readonly DataRow[]>> {
  const accounts = [...new Set(places.map(({ account }) => hashToHex(account)))];
  const lt = places.reduce((most, place) => (place.lt > most ? place.lt : most), 0n);
  // The states that are wanted, and behind the oldest of them all changes up to a whole copy.
  const limit = places.length - accounts.length + dataChangeRowsMax + 2;
  const rows = await store.select(
    columns,
    `SELECT account, lt, data_hash, is_whole, data_boc FROM account_data FINAL
     WHERE workchain = {workchain:Int32} AND account IN ${hashListSql('accounts')} AND lt <= {lt:UInt64}
     ORDER BY account, lt DESC LIMIT {limit:UInt32} BY account`,
    { workchain, accounts, lt, limit },
    { threadsMax: 1 },
  );
  const byAccount = new Map<string, DataRow[]>();
  for (const row of rows) {
    const key = hashToHex(row.account);
    byAccount.set(key, [...(byAccount.get(key) ?? []), row]);
  }
  return byAccount;
}

function dataOf(rows: readonly DataRow[], { lt, dataHash }: AccountDataPlace): Uint8Array | undefined {
  const from = rows.findIndex((row) => row.lt <= lt);
  if (from === -1 || !equalBytes(rows[from]!.dataHash, dataHash)) return undefined;
  const whole = rows.findIndex((row, index) => index >= from && row.isWhole);
  if (whole === -1) return undefined;
  const data = joinAccountData(rows.slice(from, whole + 1).map(({ dataBoc }) => dataBoc));
  return equalBytes(data.hash(), dataHash) ? writeBag([data]) : undefined;
}
