import { GetMethodError } from '@tonriver/api-model';
import { noAccountHash, rebuildAccount } from '@tonriver/block-rows';
import { Bag, type Cell, CellBuilder, fillPrunedBranches, writeBag } from '@tonriver/boc';
import {
  type AccountAddress,
  equalBytes,
  formatAccountAddress,
  loadShardAccount,
  storeAccount,
  storeExtraCurrencies,
  storeShardAccount,
} from '@tonriver/chain-model';
import type { AccountStateRow } from '@tonriver/row-schema';
import type { RunPoint, ShardAccountAtPoint } from './chain-state.ts';
import { fromSource } from './from-source.ts';
import { isIndexed } from './indexed-point.ts';
import type { Known } from './resolve-account.ts';
import { shardAccountParts } from './shard-account-parts.ts';
import { treeOf } from './trees.ts';

/**
 * The whole account at a block, as a transaction needs it. Its cell has the stored hash.
 *
 * @throws {GetMethodError} `account_unknown`
 */
export async function shardAccountAt(
  known: Known,
  address: AccountAddress,
  point: RunPoint,
): Promise<ShardAccountAtPoint> {
  const boc = await shardAccountBoc(known, address, point);
  return { boc, parts: shardAccountParts(boc) };
}

async function shardAccountBoc(known: Known, address: AccountAddress, point: RunPoint): Promise<Uint8Array> {
  const { stored, source } = known;
  const row = isIndexed(point) ? await stored.account(address, point) : 'unknown';
  if (row === 'absent') return noShardAccount();
  const rebuilt = row === 'unknown' ? undefined : await storedShardAccount(known, address, row);
  if (rebuilt !== undefined) return rebuilt;
  const given = source === undefined ? 'none' : await fromSource(() => source.account(address, point));
  if (given === 'none') throw accountUnknown(address);
  const boc = given?.shardAccountBoc ?? noShardAccount();
  // The index may know the hash but not all cells. The source must then answer with the state of that hash.
  if (row !== 'unknown' && !equalBytes(accountHashIn(boc), row.hash)) throw accountUnknown(address);
  return boc;
}

function accountUnknown(address: AccountAddress): GetMethodError {
  return new GetMethodError('account_unknown', 'account state unknown', { address: formatAccountAddress(address) });
}

function accountHashIn(shardAccount: Uint8Array): Uint8Array {
  const bag = Bag.parse(shardAccount);
  return bag.hash(loadShardAccount(bag.slice(bag.root)).account);
}

function noShardAccount(): Uint8Array {
  const account = new CellBuilder();
  storeAccount(account, null);
  return written(account.endCell(), { lastTransHash: new Uint8Array(32), lastTransLt: 0n });
}

function written(
  account: Cell,
  lastTransaction: { readonly lastTransHash: Uint8Array; readonly lastTransLt: bigint },
): Uint8Array {
  const builder = new CellBuilder();
  storeShardAccount(builder, { account, ...lastTransaction });
  return writeBag([builder.endCell()]);
}

/** Undefined when a part is not resolved. */
async function storedShardAccount(
  known: Known,
  address: AccountAddress,
  row: AccountStateRow,
): Promise<Uint8Array | undefined> {
  if (row.status === 'nonexist' && equalBytes(row.hash, noAccountHash)) {
    return written(rebuildAccount(row), lastTransactionOf(row));
  }
  const parts = await partsOf(known, address, row);
  if (parts === undefined) return undefined;
  const account = parts.reduce(fillPrunedBranches, rebuildAccount(row));
  // A part that the row does not name, such as currencies that no stored state shows, is still pruned.
  if (account.levelMask !== 0 || !equalBytes(account.hash(), row.hash)) return undefined;
  return written(account, lastTransactionOf(row));
}

function lastTransactionOf({ transactionHash, lt }: AccountStateRow) {
  return { lastTransHash: Uint8Array.from(transactionHash), lastTransLt: lt };
}

async function partsOf(
  known: Known,
  address: AccountAddress,
  row: AccountStateRow,
): Promise<readonly Cell[] | undefined> {
  const { lt, codeHash, dataHash, libraryHash } = row;
  const bags = await Promise.all([
    codeHash === null ? null : treeOf(known, codeHash),
    dataHash === null ? null : known.stored.accountData(address, { lt, dataHash }),
    libraryHash === null ? null : treeOf(known, libraryHash),
  ]);
  const cells = currencyDictionary(row);
  for (const boc of bags) {
    if (boc === undefined) return undefined;
    if (boc === null) continue;
    const bag = Bag.parse(boc);
    cells.push(bag.toCell(bag.root));
  }
  return cells;
}

/** The dictionary of extra currencies, which a row may show although its `raw_boc` has it pruned. */
function currencyDictionary({ extraCurrencies, rawBoc }: AccountStateRow): Cell[] {
  if (rawBoc.length === 0) return [];
  const builder = new CellBuilder();
  storeExtraCurrencies(builder, extraCurrencies);
  return [...builder.endCell().refs];
}
