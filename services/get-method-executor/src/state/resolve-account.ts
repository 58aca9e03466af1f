import { GetMethodError } from '@tonriver/api-model';
import { BlockRowsError, noAccountHash, readAccountData } from '@tonriver/block-rows';
import type { AccountSource } from '@tonriver/chain-source';
import { Bag } from '@tonriver/boc';
import { type AccountAddress, equalBytes, formatAccountAddress, loadShardAccount } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { AccountStateRow } from '@tonriver/row-schema';
import type { AccountAtPoint, RunPoint } from './chain-state.ts';
import { fromSource } from './from-source.ts';
import { noAccount, ownLibrariesOf, shardAccountParts } from './shard-account-parts.ts';
import { isIndexed } from './stored/indexed-block.ts';
import { readAccount } from './stored/stored-account.ts';
import { readExtraCurrencies } from './stored/stored-extra-currencies.ts';
import { type Trees, treeOf } from './trees.ts';

/** Where account data comes from. */
export interface Known {
  readonly store: ClickHouseStore;
  readonly source: AccountSource | undefined;
  readonly trees: Trees;
}

/** The account at a block. @throws {GetMethodError} `account_unknown` */
export async function accountAt(known: Known, address: AccountAddress, point: RunPoint): Promise<AccountAtPoint> {
  const { store, source } = known;
  const stored = isIndexed(point) ? await readAccount(store, address, point) : 'unknown';
  if (stored === 'absent') return noAccount;
  const resolved = stored === 'unknown' ? undefined : await storedAccountParts(known, address, stored);
  if (resolved !== undefined) return resolved;
  if (source === undefined) throw accountUnknown(address);
  const given = await fromSource(() => source.account(address, point));
  // The index may know the hash but not the code. The source must then answer with the state of that hash.
  if (stored !== 'unknown') checkGiven(given?.shardAccountBoc, stored, address);
  return given === undefined ? noAccount : shardAccountParts(given.shardAccountBoc);
}

function accountUnknown(address: AccountAddress): GetMethodError {
  return new GetMethodError('account_unknown', 'account state unknown', { address: formatAccountAddress(address) });
}

function checkGiven(shardAccountBoc: Uint8Array | undefined, { hash }: AccountStateRow, address: AccountAddress): void {
  const bag = shardAccountBoc === undefined ? undefined : Bag.parse(shardAccountBoc);
  const given = bag === undefined ? noAccountHash : bag.hash(loadShardAccount(bag.slice(bag.root)).account);
  if (!equalBytes(given, hash)) throw accountUnknown(address);
}

/** Undefined when a part is not resolved. */
async function storedAccountParts(
  known: Known,
  address: AccountAddress,
  row: AccountStateRow,
): Promise<AccountAtPoint | undefined> {
  const { status, balance, codeHash, dataHash, libraryHash, extraCurrenciesHash } = row;
  const lastTransaction = { lt: row.lt, hash: Uint8Array.from(row.transactionHash) };
  const noContract = { codeBoc: null, dataBoc: null, ownLibraries: ownLibrariesOf(null) };
  if (status !== 'active')
    return { status, balance, extraCurrencies: row.extraCurrencies, lastTransaction, ...noContract };
  const extraCurrencies =
    extraCurrenciesHash === null
      ? row.extraCurrencies
      : await readExtraCurrencies(known.store, address, { lt: row.lt, hash: Uint8Array.from(extraCurrenciesHash) });
  if (extraCurrencies === undefined) return undefined;
  const libraryTree = libraryHash === null ? null : await treeOf(known, libraryHash);
  // If the dictionary is not stored, the run itself shows whether it is needed.
  const ownLibraries: AccountAtPoint['ownLibraries'] =
    libraryTree === undefined ? 'unknown' : ownLibrariesOf(libraryTree);
  const shown = { status, balance, extraCurrencies, lastTransaction, ownLibraries };
  const codeBoc = codeHash === null ? null : await treeOf(known, codeHash);
  if (codeBoc === undefined) return undefined;
  if (dataHash === null) return { ...shown, codeBoc, dataBoc: null };
  const place = {
    workchain: address.workchain,
    account: address.hash,
    lt: row.lt,
    dataHash: Uint8Array.from(dataHash),
  };
  const dataBoc = await readAccountData(known.store, place).catch((error: unknown) => {
    // The rows do not give the data, but a source may still have it.
    if (error instanceof BlockRowsError) return undefined;
    throw error;
  });
  return dataBoc === undefined ? undefined : { ...shown, codeBoc, dataBoc };
}
