import { writeBag } from '@tonriver/boc';
import { equalBytes } from '@tonriver/chain-model';
import { accountDataTable, pickColumns, type RowReader } from '@tonriver/row-schema';
import { BlockRowsError } from '../block-rows-error.ts';
import { joinAccountData } from './join-account-data.ts';

/** Rows of changes that follow a whole copy at most, whatever they weigh: so many bags are joined for one answer. */
export const dataChangeRowsMax = 32;

const columns = pickColumns(accountDataTable, 'data_hash', 'is_whole', 'data_boc');

/** Whose data, and which: the row of `account_states` says it. */
export interface AccountDataPlace {
  readonly workchain: number;
  readonly account: Uint8Array;
  /** Logical time of the state: data that changed later does not count. */
  readonly lt: bigint;
  /** What the data must be. The newest row may be older than a change that could not be resolved. */
  readonly dataHash: Uint8Array;
}

/**
 * The whole data of a contract in one of its states as a bag of cells, put together from its newest whole copy and the
 * changes since, its hash recomputed from all cells; undefined when the data of that state was not resolved.
 *
 * @throws {BlockRowsError} `missing_cell`, `contradicting_row` when the rows do not give it
 */
export async function readAccountData(
  store: RowReader,
  { workchain, account, lt, dataHash }: AccountDataPlace,
): Promise<Uint8Array | undefined> {
  const place = { workchain, account, lt };
  const whose = 'workchain = {workchain:Int32} AND account = unhex({account:String}) AND lt <= {lt:UInt64}';
  const rows = await store.select(
    columns,
    `SELECT data_hash, is_whole, data_boc FROM account_data FINAL WHERE ${whose}
      AND lt >= (SELECT max(lt) FROM account_data FINAL WHERE ${whose} AND is_whole)
      ORDER BY lt DESC`,
    place,
    { threadsMax: 1 },
  );
  const [newest] = rows;
  if (newest === undefined || !equalBytes(newest.dataHash, dataHash)) return undefined;
  const data = joinAccountData(rows.map(({ dataBoc }) => dataBoc));
  if (!equalBytes(data.hash(), dataHash)) {
    throw new BlockRowsError('contradicting_row', 'The rows of contract data give other data than they say', {
      workchain,
      account: Buffer.from(account).toString('hex'),
      lt,
    });
  }
  return writeBag([data]);
}
