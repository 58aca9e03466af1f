import { readDataOfAccounts } from '@tonriver/block-rows';
import { parseAccountAddress } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { accountStatesTable, columnsSql, hashSql, pickColumns } from '@tonriver/row-schema';

const columns = pickColumns(accountStatesTable, 'lt', 'data_hash');

/** Contracts whose data rules read have much less; anybody may name another contract in their place. */
const ROW_BYTES_MAX = 64 * 1024;

/**
 * Reads the data that a contract has at the end of a round; undefined when it has none, when it is not known, or when
 * it is larger than that of any contract that rules know.
 */
export async function readDataAtRound(
  store: ClickHouseStore,
  address: string,
  round: number,
): Promise<Uint8Array | undefined> {
  const { workchain, hash: account } = parseAccountAddress(address);
  // Rows without a round count where they are states of before: initial ones, and those that a block starts from.
  const [row] = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_states
     WHERE workchain = {workchain:Int32} AND account = ${hashSql('account')}
       AND (mc_block_seqno <= {round:UInt32} OR (mc_block_seqno IS NULL AND row_version = 0))
     ORDER BY lt DESC, row_version DESC LIMIT 1`,
    { workchain, account, round },
    { threadsMax: 1 },
  );
  if (row === undefined || row.dataHash === null) return undefined;
  const place = { workchain, account, lt: row.lt, dataHash: Uint8Array.from(row.dataHash) };
  const [data] = await readDataOfAccounts(store, [place], { rowBytesMax: ROW_BYTES_MAX });
  return data;
}
