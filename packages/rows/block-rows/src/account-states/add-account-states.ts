import type { Bag } from '@tonriver/boc';
import {
  type Block,
  compareBytes,
  equalBytes,
  forEachShownAccount,
  loadMerkleUpdate,
  type ShardAccount,
} from '@tonriver/chain-model';
import type { BlockPlace } from '../block-place.ts';
import type { BlockTables } from '../block-tables.ts';
import {
  type AccountStatePlace,
  accountStateRow,
  latestAccountStateRow,
  noAccountHash,
  nonexistentStateRow,
  shownCurrencies,
} from './account-state-row.ts';
import { checkStateUpdate, stateMismatch, type TouchedAccount } from './touched-account.ts';

/** Version of a state that is known as the state before a block: the row of the block that made it replaces it. */
const stateBeforeVersion = 0;

/**
 * Adds the states of accounts with transactions in the block, from the block's state update: the state after the last
 * transaction, and the state before the first if it is not pruned. `touched` is in the order of the addresses.
 *
 * @throws {ChainModelError | BocError} when the update contradicts the transactions
 */
export function addAccountStates(
  tables: BlockTables,
  bag: Bag,
  block: Block,
  place: BlockPlace,
  touched: readonly TouchedAccount[],
  checkBudget: () => void,
): void {
  if (touched.length === 0) return;
  const update = loadMerkleUpdate(bag, block.stateUpdate);
  const before = findTouchedAccounts(bag, update.oldRoot, touched);
  const after = findTouchedAccounts(bag, update.newRoot, touched);
  bag.hashUnder([...before, ...after].flatMap((shown) => (shown === undefined ? [] : [shown.account])));
  for (const [index, account] of touched.entries()) {
    checkStateUpdate(bag, account);
    const old = before[index];
    if (old !== undefined) addStateBefore(tables, bag, place, account, old);
    addStateAfter(tables, bag, place, account, after[index], old);
    checkBudget();
  }
}

/** Finds each touched account on one side of the update; undefined for an account that is pruned or absent. */
function findTouchedAccounts(bag: Bag, root: number, touched: readonly TouchedAccount[]): (ShardAccount | undefined)[] {
  const found = Array.from<ShardAccount | undefined>({ length: touched.length });
  let next = 0;
  forEachShownAccount(bag, root, (account, shardAccount) => {
    while (next < touched.length && compareBytes(touched[next]!.account, account) < 0) next++;
    const wanted = touched[next];
    if (wanted === undefined || !equalBytes(wanted.account, account)) return;
    if (!bag.isPruned(shardAccount.account)) found[next] = shardAccount;
  });
  return found;
}

function addStateBefore(
  tables: BlockTables,
  bag: Bag,
  { workchain }: BlockPlace,
  touched: TouchedAccount,
  shown: ShardAccount,
): void {
  const { account, first } = touched;
  const { lastTransLt: lt, lastTransHash: transactionHash } = shown;
  if (lt !== first.prevTransLt || !equalBytes(transactionHash, first.prevTransHash)) {
    throw stateMismatch(
      account,
      first.lt,
      'The state before a block names another last transaction than the first transaction of the account does',
    );
  }
  const place = { workchain, account, lt, transactionHash, mcBlockSeqno: null, rowVersion: stateBeforeVersion };
  const row = accountStateRow(bag, shown.account, place);
  if (!equalBytes(row.hash, first.oldStateHash)) {
    throw stateMismatch(
      account,
      first.lt,
      'The state before a block has another hash than the first transaction of the account says',
    );
  }
  touched.before = row;
  tables.accountStates.add(row);
}

function addStateAfter(
  tables: BlockTables,
  bag: Bag,
  { workchain, round, rowVersion }: BlockPlace,
  touched: TouchedAccount,
  shown: ShardAccount | undefined,
  old: ShardAccount | undefined,
): void {
  const { account, last, lastHash } = touched;
  const place: AccountStatePlace = {
    workchain,
    account,
    lt: last.lt,
    transactionHash: lastHash,
    mcBlockSeqno: round,
    rowVersion,
  };
  checkLastTransaction(touched, shown);
  const row =
    shown === undefined
      ? nonexistentStateRow(place)
      : accountStateRow(bag, shown.account, place, () =>
          old === undefined ? null : shownCurrencies(bag, old.account),
        );
  if (!equalBytes(row.hash, last.newStateHash)) {
    throw stateMismatch(
      account,
      last.lt,
      'The state after a block has another hash than the last transaction of the account says',
    );
  }
  touched.after = row;
  tables.accountStates.add(row);
  tables.latestAccountStates.add(latestAccountStateRow(row));
}

/** Checks the last transaction. An account that the new state does not contain must have been deleted. */
function checkLastTransaction({ account, last, lastHash }: TouchedAccount, shown: ShardAccount | undefined): void {
  if (shown === undefined) {
    if (equalBytes(last.newStateHash, noAccountHash)) return;
    throw stateMismatch(account, last.lt, 'A block does not contain the state of an account after its transactions');
  }
  if (shown.lastTransLt === last.lt && equalBytes(shown.lastTransHash, lastHash)) return;
  throw stateMismatch(account, last.lt, 'The state after a block names another last transaction than the block has');
}
