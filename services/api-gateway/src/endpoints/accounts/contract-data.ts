import { BlockRowsError, dataChangeRowsMax, joinAccountData } from '@tonriver/block-rows';
import { Bag, BocError, writeBag } from '@tonriver/boc';
import { type AccountDataRow, accountDataTable, columnsSql } from '@tonriver/row-schema';
import {
  accountsCondition,
  type BatchedLookUp,
  createBatchedLookUp,
  hexOf,
  isSameBytes,
  transactionKeysCondition,
} from '@tonriver/chain-reader';
import type { StateRow } from './state-rows.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

const { columns } = accountDataTable;

/** The rows of an account that can be needed: the changes since a whole copy, and the copy. */
const ROWS_MAX = dataChangeRowsMax + 1;

/** The data of a state. */
interface DataKey {
  readonly workchain: number;
  readonly accountHex: string;
  readonly lt: bigint;
  readonly dataHash: Uint8Array;
}

/** Returns the key of a state's data; undefined for a state without data. */
export function dataKeyText({ workchain, account, lt, dataHash }: StateRow): string | undefined {
  return dataHash === null ? undefined : `${workchain}:${hexOf(account)}:${lt}:${hexOf(dataHash)}`;
}

/**
 * Reads the data of contracts as bags, by `dataKeyText`. It is put together from its rows, and its hash is computed
 * from all cells. Data that is not stored, or of which a cell is not stored, is not found.
 *
 * Access path: `account_data` by account and lt of the state, which has the whole data of most accounts whose last
 * transaction changed it. For others the newest rows of the account up to its state.
 */
export function createContractData({
  stores,
  bounds,
}: Pick<AnswerReader, 'stores' | 'bounds'>): BatchedLookUp<Uint8Array> {
  const readRows = async (condition: string): Promise<readonly AccountDataRow[]> =>
    await stores.admitted.select(columns, `SELECT ${columnsSql(columns)} FROM account_data WHERE ${condition}`);
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const found = new Map<string, Uint8Array>();
      const missing = new Map(keyTexts.map((text) => [text, parseDataKeyText(text)]));
      const take = (rows: readonly AccountDataRow[]): void => {
        const rowsOf = rowsByAccount(rows);
        for (const [text, key] of missing) {
          const data = dataOf(key, rowsOf.get(accountTextOf(key)) ?? []);
          if (data === undefined) continue;
          found.set(text, data);
          missing.delete(text);
        }
      };
      take(await readRows(atStates([...missing.values()])));
      if (missing.size > 0) take(await readRows(beforeStates([...missing.values()])));
      return found;
    },
  });
}

function parseDataKeyText(text: string): DataKey {
  const [workchain = '', accountHex = '', lt = '', dataHash = ''] = text.split(':');
  return { workchain: Number(workchain), accountHex, lt: BigInt(lt), dataHash: Buffer.from(dataHash, 'hex') };
}

function atStates(keys: readonly DataKey[]): string {
  return transactionKeysCondition(keys.map((key) => ({ ...key, account: Buffer.from(key.accountHex, 'hex') })));
}

/** The rows are found by their keys first, because of a long history only the newest ones are read whole. */
function beforeStates(keys: readonly DataKey[]): string {
  const until = keys.map((key) => `(${accountsCondition([key])} AND lt <= ${key.lt})`);
  return `(workchain, account, lt) IN (
    SELECT DISTINCT workchain, account, lt FROM account_data WHERE ${until.join(' OR ')}
    ORDER BY workchain, account, lt DESC LIMIT ${ROWS_MAX} BY workchain, account
  )`;
}

function accountTextOf({ workchain, accountHex }: Pick<DataKey, 'workchain' | 'accountHex'>): string {
  return `${workchain}:${accountHex}`;
}

function rowsByAccount(rows: readonly AccountDataRow[]): ReadonlyMap<string, AccountDataRow[]> {
  const byAccount = new Map<string, AccountDataRow[]>();
  for (const row of rows) {
    const text = accountTextOf({ workchain: row.workchain, accountHex: hexOf(row.account) });
    const others = byAccount.get(text);
    if (others === undefined) byAccount.set(text, [row]);
    else others.push(row);
  }
  return byAccount;
}

/** Undefined when the rows do not give the data of the state. */
function dataOf({ lt, dataHash }: DataKey, rows: readonly AccountDataRow[]): Uint8Array | undefined {
  const newestFirst = rows.filter((row) => row.lt <= lt).toSorted((left, right) => (left.lt < right.lt ? 1 : -1));
  const [newest] = newestFirst;
  if (newest === undefined || !isSameBytes(newest.dataHash, dataHash)) return undefined;
  const wholeAt = newestFirst.findIndex(({ isWhole }) => isWhole);
  if (wholeAt < 0) return undefined;
  try {
    return wholeAt === 0
      ? wholeOf(newest, dataHash)
      : joinedOf(
          newestFirst.slice(0, wholeAt + 1).map(({ dataBoc }) => dataBoc),
          dataHash,
        );
  } catch (error) {
    // The rows do not give the data: it counts as not stored, and `verify` tells of it.
    if (error instanceof BlockRowsError || error instanceof BocError) return undefined;
    throw error;
  }
}

/** A whole copy is stored as the canonical bag. */
function wholeOf({ dataBoc }: AccountDataRow, dataHash: Uint8Array): Uint8Array | undefined {
  const bag = Bag.parse(dataBoc);
  return isSameBytes(bag.hash(bag.root), dataHash) ? dataBoc : undefined;
}

function joinedOf(bocs: readonly Uint8Array[], dataHash: Uint8Array): Uint8Array | undefined {
  const data = joinAccountData(bocs);
  return isSameBytes(data.hash(), dataHash) ? writeBag([data]) : undefined;
}
