import { GetMethodError } from '@tonriver/api-model';
import { noAccountHash } from '@tonriver/block-rows';
import type { StateReader } from '@tonriver/chain-reader';
import type { AccountSource } from '@tonriver/chain-source';
import { Bag } from '@tonriver/boc';
import { type AccountAddress, equalBytes, formatAccountAddress, loadShardAccount } from '@tonriver/chain-model';
import type { AccountStateRow } from '@tonriver/row-schema';
import type { AccountAtPoint, RunPoint } from './chain-state.ts';
import { fromSource } from './from-source.ts';
import { noAccount, ownLibrariesOf, shardAccountParts } from './shard-account-parts.ts';
import { isIndexed } from './indexed-point.ts';
import { type Trees, treeOf } from './trees.ts';

/** Where account data comes from. */
export interface Known {
  readonly stored: StateReader;
  readonly source: AccountSource | undefined;
  readonly trees: Trees;
}

/** The account at a block. @throws {GetMethodError} `account_unknown` */
export async function accountAt(known: Known, address: AccountAddress, point: RunPoint): Promise<AccountAtPoint> {
  const { stored, source } = known;
  const row = isIndexed(point) ? await stored.account(address, point) : 'unknown';
  if (row === 'absent') return noAccount;
  const resolved = row === 'unknown' ? undefined : await storedAccountParts(known, address, row);
  if (resolved !== undefined) return resolved;
  if (source === undefined) throw accountUnknown(address);
  const given = await fromSource(() => source.account(address, point));
  // The index may know the hash but not the code. The source must then answer with the state of that hash.
  if (row !== 'unknown') checkGiven(given?.shardAccountBoc, row, address);
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
  const { status, balance, codeHash, dataHash, libraryHash, extraCurrencies, extraCurrenciesHash } = row;
  const lastTransaction = { lt: row.lt, hash: Uint8Array.from(row.transactionHash) };
  const noContract = { codeBoc: null, dataBoc: null, ownLibraries: ownLibrariesOf(null) };
  if (status !== 'active') return { status, balance, extraCurrencies, lastTransaction, ...noContract };
  // No stored state shows the currencies, but a source may have them.
  if (extraCurrenciesHash !== null) return undefined;
  const libraryTree = libraryHash === null ? null : await treeOf(known, libraryHash);
  // If the dictionary is not stored, the run itself shows whether it is needed.
  const ownLibraries: AccountAtPoint['ownLibraries'] =
    libraryTree === undefined ? 'unknown' : ownLibrariesOf(libraryTree);
  const shown = { status, balance, extraCurrencies, lastTransaction, ownLibraries };
  const codeBoc = codeHash === null ? null : await treeOf(known, codeHash);
  if (codeBoc === undefined) return undefined;
  if (dataHash === null) return { ...shown, codeBoc, dataBoc: null };
  // Data that the rows do not give may still come from a source.
  const dataBoc = await known.stored.accountData(address, { lt: row.lt, dataHash });
  return dataBoc === undefined ? undefined : { ...shown, codeBoc, dataBoc };
}
