import { hexOf, type ReadingStore, type Visibility } from '@tonriver/chain-reader';
import {
  accountStatesTable,
  balanceStepSql,
  columnsSql,
  leastBalanceOfStep,
  pickColumns,
  uint16,
} from '@tonriver/row-schema';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { type AccountKey, addressText } from '../accounts/account-key.ts';
import { perReader } from '../accounts/per-reader.ts';
import { readStatesAt } from '../accounts/states-at.ts';

/** The most accounts of which the balance is read for one answer. */
export const CANDIDATES_MAX = 20_000;
/** Accounts whose states are read together. */
const CHUNK = 1000;
/** Balances of 20 digits and more are searched together: all money of the main network has 19 digits of nanograms. */
const HIGHEST_STEP = 200;
const BEYOND_STEPS = 1000;
/** Steps of one digit. */
const DIGIT = 10;

const keyColumns = pickColumns(accountStatesTable, 'workchain', 'account');
const columns = [{ name: 'step', type: uint16, comment: 'Step of the balance' }, ...keyColumns] as const;
/** Accounts had these balances at some time, and may not have them now. */
const ROWS_SPARE = 50;

/** An account and its balance at the watermark. */
interface AccountBalance {
  readonly address: string;
  readonly balance: bigint;
}

/** The richest accounts; `tooMany`: more accounts than can be read had such balances at some time. */
export type Richest =
  | { readonly kind: 'found'; readonly accounts: readonly AccountBalance[]; readonly isComplete: boolean }
  | { readonly kind: 'too many' };

/** The step down to which the search went for a number of accounts: the next one begins there. */
const reachedSteps = perReader(() => new Map<number, number>());

/**
 * Finds at least the `wanted` accounts with the largest balances at the watermark, or all accounts, the richest first.
 *
 * Access path: the projection `by_balance_step` of `account_states` names the accounts that had a balance of a step in
 * any state, from high steps down. It misses no account, because the state at the watermark is one of the states. The
 * balances at the watermark are then read by account, and decide. The search ends when enough of them are not below the
 * least balance of the last step: no account of a lower step can have more.
 */
export async function findRichest(reader: AnswerReader, visibility: Visibility, wanted: number): Promise<Richest> {
  const reached = reachedSteps(reader);
  const known = new Map<string, AccountBalance>();
  let unread: AccountKey[] = [];
  let isComplete = true;
  let rowsMax = 2 * wanted + ROWS_SPARE;
  // All accounts of this step and above are known or unread.
  let covered = BEYOND_STEPS;
  let from = reached.get(wanted) ?? HIGHEST_STEP;
  while (known.size + unread.length <= CANDIDATES_MAX) {
    const found = await accountsOfSteps(reader.stores.gated, { from, until: covered }, rowsMax + 1);
    const cut = found[rowsMax];
    // The rows of the step at which the list is cut are not all there.
    const least = cut === undefined ? from : cut.step + 1;
    const whole = found.filter(({ step }) => step >= least);
    if (cut !== undefined && whole.length === 0) {
      if (rowsMax === CANDIDATES_MAX) break;
      rowsMax = Math.min(CANDIDATES_MAX, 4 * rowsMax);
      continue;
    }
    covered = least;
    unread.push(...whole);
    if (known.size + unread.length >= wanted || covered <= 0) {
      isComplete = (await readBalances(reader, visibility, unread, known)) && isComplete;
      unread = [];
      const leastBalance = leastBalanceOfStep(covered);
      const accounts = [...known.values()].filter(({ balance }) => balance >= leastBalance);
      if (accounts.length >= wanted || covered <= 0) {
        reached.set(wanted, covered);
        return { kind: 'found', accounts: accounts.toSorted(compareBalances), isComplete };
      }
    }
    from = Math.min(HIGHEST_STEP, Math.max(0, covered - DIGIT));
  }
  return { kind: 'too many' };
}

/** Adds the balances of accounts to those that are known. Tells whether all are certain. */
async function readBalances(
  reader: AnswerReader,
  visibility: Visibility,
  accounts: readonly AccountKey[],
  known: Map<string, AccountBalance>,
): Promise<boolean> {
  let isComplete = true;
  const added = accounts.filter((account) => !known.has(addressText(account)));
  for (let at = 0; at < added.length; at += CHUNK) {
    const chunk = added.slice(at, at + CHUNK);
    const read = await readStatesAt(reader, chunk, visibility);
    isComplete &&= read.isComplete;
    for (const account of chunk) {
      const address = addressText(account);
      // An account without a known state is not read again for a lower step.
      known.set(address, { address, balance: read.states.get(address)?.balance ?? -1n });
    }
  }
  return isComplete;
}

async function accountsOfSteps(
  store: ReadingStore,
  { from, until }: { readonly from: number; readonly until: number },
  rowsMax: number,
): Promise<readonly (AccountKey & { readonly step: number })[]> {
  const rows = await store.select(
    columns,
    `SELECT ${balanceStepSql} AS step, ${columnsSql(keyColumns)} FROM account_states
     WHERE ${balanceStepSql} >= ${from} AND ${balanceStepSql} < ${until}
     GROUP BY ${balanceStepSql}, workchain, account ORDER BY ${balanceStepSql} DESC LIMIT ${rowsMax}`,
  );
  return rows.map(({ step, workchain, account }) => ({ step, workchain, accountHex: hexOf(account) }));
}

/** The largest balance first; equal ones by workchain and account. */
function compareBalances(left: AccountBalance, right: AccountBalance): number {
  if (left.balance !== right.balance) return left.balance > right.balance ? -1 : 1;
  const [leftWorkchain = '', leftAccount = ''] = left.address.split(':');
  const [rightWorkchain = '', rightAccount = ''] = right.address.split(':');
  if (leftWorkchain !== rightWorkchain) return Number(leftWorkchain) - Number(rightWorkchain);
  return leftAccount < rightAccount ? -1 : 1;
}
