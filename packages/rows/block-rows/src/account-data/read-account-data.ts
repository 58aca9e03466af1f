import { writeBag } from '@tonriver/boc';
import { equalBytes } from '@tonriver/chain-model';
import { accountDataTable, pickColumns, type RowReader } from '@tonriver/row-schema';
import { BlockRowsError } from '../block-rows-error.ts';
import { joinAccountData } from './join-account-data.ts';

/** Limit for the rows of changes after a whole copy, because all of them are joined for one answer. */
export const dataChangeRowsMax = 32;

const columns = pickColumns(accountDataTable, 'data_hash', 'is_whole', 'data_boc');

/** The columns of a row of `account_states` by which its data is found. */
export interface AccountDataPlace {
  readonly workchain: number;
  readonly account: Uint8Array;
  /** Logical time of the state: later changes of the data are left out. */
  readonly lt: bigint;
  /** Hash of the data. The newest row may have another, when a later change could not be resolved. */
  readonly dataHash: Uint8Array;
}

/**
 * Reads the data of a contract in one of its states as a bag of cells. It is joined from the newest whole copy and the
 * changes since, and its hash is computed from all cells. Returns undefined when that data is not resolved.
 *
 * @throws {BlockRowsError} `missing_cell`, `contradicting_row` when the rows do not give the data
 */
export async function readAccountData(
  store: RowReader,
  { workchain, account, lt, dataHash }: AccountDataPlace,
): Promise<Uint8Array | undefined> {
  const place = { workchain, account, lt };
  const untilState = 'workchain = {workchain:Int32} AND account = unhex({account:String}) AND lt <= {lt:UInt64}';
  const rows = await store.select(
    columns,
    `SELECT data_hash, is_whole, data_boc FROM account_data FINAL WHERE ${untilState}
      AND lt >= (SELECT max(lt) FROM account_data FINAL WHERE ${untilState} AND is_whole)
      ORDER BY lt DESC`,
    place,
    { threadsMax: 1 },
  );
  const [newest] = rows;
  if (newest === undefined || !equalBytes(newest.dataHash, dataHash)) return undefined;
  const data = joinAccountData(rows.map(({ dataBoc }) => dataBoc));
  if (!equalBytes(data.hash(), dataHash)) {
    throw new BlockRowsError(
      'contradicting_row',
      'The data joined from the rows of an account has another hash than the newest row says',
      {
        workchain,
        account: Buffer.from(account).toString('hex'),
        lt,
      },
    );
  }
  return writeBag([data]);
}
