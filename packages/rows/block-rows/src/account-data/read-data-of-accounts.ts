import { writeBag } from '@tonriver/boc';
import { equalBytes, hashToHex } from '@tonriver/chain-model';
import {
  accountDataTable,
  columnsSql,
  hashListSql,
  pickColumns,
  type RowOf,
  type RowReader,
} from '@tonriver/row-schema';
import { BlockRowsError } from '../block-rows-error.ts';
import { joinAccountData } from './join-account-data.ts';
import { type AccountDataPlace, dataChangeRowsMax } from './read-account-data.ts';

const keyColumns = pickColumns(accountDataTable, 'account', 'lt', 'is_whole');
const columns = pickColumns(accountDataTable, 'account', 'lt', 'data_hash', 'data_boc');

/**
 * Logical time, about eight hours of mainnet. Data that change all the time have a whole copy in it: a look
 * through the whole history of their account would take longer every day.
 */
const RECENT_LT = 10_000_000_000n;
/** Accounts of one query for keys. */
const ACCOUNTS_PER_QUERY = 256;
/** Rows that one query reads with their data, but for those of a single place. */
const ROWS_PER_QUERY = 512;

/**
 * Reads the data of contracts in their states, many with one query. Undefined for data that is not resolved, or whose
 * rows do not give it.
 *
 * @param bounds.rowBytesMax data with a larger row count as not known; default: all data are read
 *
 * Access path: `account_data` by account, without the data, which would be that of the whole history; then by account
 * and lt the rows that the data is joined from.
 */
export async function readDataOfAccounts(
  store: RowReader,
  places: readonly AccountDataPlace[],
  bounds: { readonly rowBytesMax?: number } = {},
): Promise<readonly (Uint8Array | undefined)[]> {
  const found = new Map<AccountDataPlace, Uint8Array | undefined>();
  for (const workchain of new Set(places.map((place) => place.workchain))) {
    const ofWorkchain = places.filter((place) => place.workchain === workchain);
    for (let from = 0; from < ofWorkchain.length; from += ACCOUNTS_PER_QUERY) {
      const needed = await findRows(store, workchain, ofWorkchain.slice(from, from + ACCOUNTS_PER_QUERY));
      for (const some of inQueries(needed)) {
        const rows = await readRows(store, { workchain, ...bounds }, some);
        for (const { place, lts } of some) {
          found.set(
            place,
            dataOf(
              lts.map((lt) => rows.get(keyOf(place.account, lt))),
              place,
            ),
          );
        }
      }
    }
  }
  return places.map((place) => found.get(place));
}

/** Data of a contract since a logical time. */
interface WholeData extends AccountDataPlace {
  readonly boc: Uint8Array;
}

/**
 * Reads data that changed at these logical times and that one row has, with one query. Others are left out: those of
 * which only the changed cells are stored, and what a row does not prove.
 *
 * @param rowBytesMax data with a larger row are left out
 */
export async function readWholeData(
  store: RowReader,
  places: readonly Omit<AccountDataPlace, 'dataHash'>[],
  { rowBytesMax }: { readonly rowBytesMax: number },
): Promise<readonly WholeData[]> {
  const found: WholeData[] = [];
  for (const workchain of new Set(places.map((place) => place.workchain))) {
    const ofWorkchain = places.filter((place) => place.workchain === workchain);
    for (let from = 0; from < ofWorkchain.length; from += ROWS_PER_QUERY) {
      const some = ofWorkchain.slice(from, from + ROWS_PER_QUERY).map((place) => ({ place, lts: [place.lt] }));
      for (const row of (await readRows(store, { workchain, rowBytesMax, isWhole: true }, some)).values()) {
        const place = { workchain, account: row.account, lt: row.lt, dataHash: row.dataHash };
        const boc = dataOf([row], place);
        if (boc !== undefined) found.push({ ...place, boc });
      }
    }
  }
  return found;
}

/** A state, and the rows that its data is joined from, newest first: changes back to a whole copy. */
interface NeededRows {
  readonly place: AccountDataPlace;
  readonly lts: readonly bigint[];
}

async function findRows(
  store: RowReader,
  workchain: number,
  places: readonly AccountDataPlace[],
): Promise<readonly NeededRows[]> {
  const oldestLt = places.reduce((least, { lt }) => (lt < least ? lt : least), places[0]?.lt ?? 0n);
  const fromLt = oldestLt > RECENT_LT ? oldestLt - RECENT_LT : 0n;
  const recent = await findRowsFrom(store, { workchain, fromLt }, places);
  const found = new Set(recent.map(({ place }) => place));
  const others = places.filter((place) => !found.has(place));
  if (others.length === 0 || fromLt === 0n) return recent;
  return [...recent, ...(await findRowsFrom(store, { workchain, fromLt: 0n }, others))];
}

async function findRowsFrom(
  store: RowReader,
  { workchain, fromLt }: { readonly workchain: number; readonly fromLt: bigint },
  places: readonly AccountDataPlace[],
): Promise<readonly NeededRows[]> {
  const accounts = [...new Set(places.map(({ account }) => hashToHex(account)))];
  const lt = places.reduce((most, place) => (place.lt > most ? place.lt : most), 0n);
  // The states that are wanted, and behind the oldest of them all changes up to a whole copy.
  const limit = places.length - accounts.length + dataChangeRowsMax + 2;
  const rows = await store.select(
    keyColumns,
    `SELECT ${columnsSql(keyColumns)} FROM account_data FINAL
     WHERE workchain = {workchain:Int32} AND account IN ${hashListSql('accounts')}
       AND lt >= {fromLt:UInt64} AND lt <= {lt:UInt64}
     ORDER BY account, lt DESC LIMIT {limit:UInt32} BY account`,
    { workchain, accounts, fromLt, lt, limit },
    { threadsMax: 1 },
  );
  const byAccount = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) {
    const account = hashToHex(row.account);
    const ofAccount = byAccount.get(account);
    if (ofAccount === undefined) byAccount.set(account, [row]);
    else ofAccount.push(row);
  }
  return places.flatMap((place) => {
    const ofAccount = (byAccount.get(hashToHex(place.account)) ?? []).filter((row) => row.lt <= place.lt);
    const whole = ofAccount.findIndex((row) => row.isWhole);
    return whole === -1 ? [] : [{ place, lts: ofAccount.slice(0, whole + 1).map((row) => row.lt) }];
  });
}

function* inQueries(needed: readonly NeededRows[]): Generator<readonly NeededRows[]> {
  let some: NeededRows[] = [];
  let count = 0;
  for (const one of needed) {
    if (some.length > 0 && count + one.lts.length > ROWS_PER_QUERY) {
      yield some;
      [some, count] = [[], 0];
    }
    some.push(one);
    count += one.lts.length;
  }
  if (some.length > 0) yield some;
}

type DataRow = RowOf<typeof columns>;

/** The rows by `keyOf`. */
async function readRows(
  store: RowReader,
  {
    workchain,
    rowBytesMax,
    isWhole = false,
  }: { readonly workchain: number; readonly rowBytesMax?: number; readonly isWhole?: boolean },
  needed: readonly { readonly place: Pick<AccountDataPlace, 'account'>; readonly lts: readonly bigint[] }[],
): Promise<ReadonlyMap<string, DataRow>> {
  const keys = needed.flatMap(({ place: { account }, lts }) =>
    lts.map((lt) => `(unhex('${hashToHex(account)}'), ${lt})`),
  );
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_data FINAL
     WHERE workchain = {workchain:Int32} AND (account, lt) IN (${[...new Set(keys)].join(', ')})
       ${rowBytesMax === undefined ? '' : `AND length(data_boc) <= ${rowBytesMax}`} ${isWhole ? 'AND is_whole' : ''}`,
    { workchain },
    { threadsMax: 1 },
  );
  return new Map(rows.map((row) => [keyOf(row.account, row.lt), row]));
}

function keyOf(account: Uint8Array, lt: bigint): string {
  return `${hashToHex(account)} ${lt}`;
}

function dataOf(
  rows: readonly (DataRow | undefined)[],
  { dataHash }: Pick<AccountDataPlace, 'dataHash'>,
): Uint8Array | undefined {
  const stored = rows.filter((row) => row !== undefined);
  const [newest] = stored;
  if (newest === undefined || stored.length < rows.length || !equalBytes(newest.dataHash, dataHash)) return undefined;
  try {
    const data = joinAccountData(stored.map(({ dataBoc }) => dataBoc));
    return equalBytes(data.hash(), dataHash) ? writeBag([data]) : undefined;
  } catch (error) {
    // A cell that no row has: the data is not known, and a repetition would not find it either.
    if (error instanceof BlockRowsError) return undefined;
    throw error;
  }
}
