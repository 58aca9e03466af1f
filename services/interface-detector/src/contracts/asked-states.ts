import { type AccountDataPlace, readDataOfAccounts } from '@tonriver/block-rows';
import { type AccountAddress, parseAccountAddress } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { accountStatesTable, columnsSql, hashSql, pickColumns } from '@tonriver/row-schema';
import type { RoundEnvironment } from '../rounds/round-environment.ts';
import type { ContractState } from './contract-state.ts';
import type { KeptTrees } from './kept-trees.ts';
import { readTree } from './read-trees.ts';

const columns = pickColumns(accountStatesTable, 'lt', 'status', 'code_hash', 'data_hash');

/** The state of a contract that is asked; `inactive`: it is known that there is no code. */
export type AskedState = ContractState | 'inactive' | 'unknown';

/**
 * Reads the states that contracts have at the end of a round, each once as long as there is room.
 *
 * @param bytesMax code and data that are kept for the next question: strangers choose which contracts are asked
 */
export function createAskedStates(
  { store, trees }: { readonly store: ClickHouseStore; readonly trees: KeptTrees },
  { seqno, endLt }: Pick<RoundEnvironment, 'seqno' | 'endLt'>,
  bytesMax: number,
): (address: string) => Promise<AskedState> {
  const kept = new Map<string, { readonly state: Promise<AskedState>; bytes: number }>();
  let keptBytes = 0;
  const readCode = async (hash: Uint8Array): Promise<Uint8Array | undefined> => {
    const known = trees.code(hash);
    if (known !== undefined) return known;
    const boc = await readTree(store, hash);
    if (boc !== undefined) trees.keepCode(hash, boc);
    return boc;
  };
  const readData = async (place: AccountDataPlace): Promise<Uint8Array | undefined> => {
    const address = { workchain: place.workchain, hash: place.account };
    const known = trees.data(address, place.dataHash);
    if (known !== undefined) return known;
    const [boc] = await readDataOfAccounts(store, [place]);
    if (boc !== undefined) trees.keepData(address, place.dataHash, boc);
    return boc;
  };
  const read = async ({ workchain, hash: account }: AccountAddress): Promise<AskedState> => {
    // Rows without a round count where they are states of before: initial ones, and those that a block starts from.
    const [row] = await store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM account_states
       WHERE workchain = {workchain:Int32} AND account = ${hashSql('account')} AND lt <= {endLt:UInt64}
         AND (mc_block_seqno <= {seqno:UInt32} OR (mc_block_seqno IS NULL AND row_version = 0))
       ORDER BY lt DESC, row_version DESC LIMIT 1`,
      { workchain, account, seqno, endLt },
      { threadsMax: 1 },
    );
    if (row === undefined) return 'unknown';
    if (row.status !== 'active' || row.codeHash === null) return 'inactive';
    const codeHash = Uint8Array.from(row.codeHash);
    const codeBoc = await readCode(codeHash);
    const state = { workchain, account, codeHash, codeBoc };
    if (row.dataHash === null) return { ...state, dataBoc: EMPTY_CELL };
    const place = { workchain, account, lt: row.lt, dataHash: Uint8Array.from(row.dataHash) };
    return { ...state, dataBoc: await readData(place) };
  };
  return async (address) => {
    const known = kept.get(address);
    if (known !== undefined) return await known.state;
    const entry = { state: read(parseAccountAddress(address)), bytes: 0 };
    kept.set(address, entry);
    const state = await entry.state;
    if (kept.get(address) !== entry) return state;
    entry.bytes = bytesOf(state);
    keptBytes += entry.bytes;
    for (const [oldest, { bytes }] of kept) {
      if (keptBytes <= bytesMax) break;
      kept.delete(oldest);
      keptBytes -= bytes;
    }
    return state;
  };
}

function bytesOf(state: AskedState): number {
  return typeof state === 'string' ? 0 : (state.codeBoc?.length ?? 0) + (state.dataBoc?.length ?? 0);
}

/** A bag with the empty cell, for contracts without data. */
export const EMPTY_CELL: Uint8Array = Uint8Array.from(Buffer.from('te6cckEBAQEAAgAAAEysuc0=', 'base64'));
