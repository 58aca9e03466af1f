import type { PartSide } from '@tonriver/block-rows';
import { CellBuilder } from '@tonriver/boc';
import {
  type AccountStateRow,
  accountStatesTable,
  columnsSql,
  rowPackOf,
  type TransactionRow,
} from '@tonriver/row-schema';
import type { Metrics } from '@tonriver/telemetry';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { isSameBytes } from '../store/bytes.ts';
import { type Currencies, showCurrencies } from './hidden-currencies.ts';
import { type Finality, isStored } from '../finality.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import type { MissingState, MissingStates } from './missing-states.ts';
import { newestRows } from '../store/newest-rows.ts';
import type { VisibleRounds } from '../visibility/required-rows.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { transactionKeysCondition } from '../store/sql.ts';
import { parseTransactionKeyText, transactionKeyText } from '../transactions/transaction-key.ts';

const statePack = rowPackOf<StateRow>(accountStatesTable);

/** The stored members of a state. */
export type KnownState = Pick<
  AccountStateRow,
  'hash' | 'status' | 'balance' | 'extraCurrencies' | 'extraCurrenciesHash' | 'codeHash' | 'dataHash' | 'frozenHash'
>;

type StateRow = KnownState & Pick<AccountStateRow, 'workchain' | 'account' | 'lt' | 'rowVersion'>;

type StatesRow = Pick<TransactionRow, 'oldStateHash' | 'newStateHash'> & MissingState['transaction'];

/** A transaction with the sides that its block proves, if they are known. */
interface StatesOf {
  readonly finality: Finality;
  readonly transaction: StatesRow;
  readonly part?: { readonly before: PartSide; readonly after: PartSide } | undefined;
}

/** The states before and after a transaction; undefined for one that is not stored. */
export interface StatesOfTransaction {
  readonly before: KnownState | undefined;
  readonly after: KnownState | undefined;
}

/** Reads states of accounts between transactions. */
export interface AccountStates {
  /**
   * Returns states in the order of the transactions, with one look-up.
   *
   * @throws {HoleError} when a state is missing that must be stored
   */
  ofTransactions(transactions: readonly StatesOf[], visible: VisibleRounds): Promise<readonly StatesOfTransaction[]>;
}

/** The whole state of an account that does not exist: `account_none$0 = Account;`. */
const nonexistent: KnownState = {
  hash: new CellBuilder().storeBit(0).endCell().hash(),
  status: 'nonexist',
  balance: 0n,
  extraCurrencies: [],
  extraCurrenciesHash: null,
  codeHash: null,
  dataHash: null,
  frozenHash: null,
};

export function createAccountStates(
  lookUp: BatchedLookUp<KnownState>,
  hidden: BatchedLookUp<Currencies>,
  missingStates: MissingStates,
  metrics: Metrics,
): AccountStates {
  const unknown = metrics.counter(
    'tonriver_api_account_states_unknown_total',
    'Account states in answers of which only hash and status could be told: between two transactions of one block, ' +
      'or before the indexed range',
    ['side'],
  );
  return {
    async ofTransactions(transactions, visible) {
      const sides = transactions.flatMap(sidesOf);
      const rows = await statesByKey(sides, lookUp);
      const keyTexts = [...rows.keys()];
      const accountOf = (index: number) => parseTransactionKeyText(keyTexts[index] ?? '');
      const shown = await showCurrencies([...rows.values()], accountOf, hidden);
      const known = new Map(keyTexts.map((keyText, index) => [keyText, shown[index]]));
      const missing: MissingState[] = [];
      const find = ({ side, hash, keyText, proved, transaction, finality }: Side): KnownState | undefined => {
        if (isNone(hash)) return nonexistent;
        const state = known.get(keyText);
        if (state !== undefined && isSameBytes(state.hash, hash)) return state;
        unknown.inc({ side });
        if (proved !== 'between' && isStored({ finality })) missing.push({ side, transaction });
        return undefined;
      };
      const found = sides.map(find);
      await missingStates.check(missing, visible);
      return transactions.map((_transaction, index) => ({ before: found[2 * index], after: found[2 * index + 1] }));
    },
  };
}

/** One side of a transaction. */
interface Side {
  readonly finality: Finality;
  readonly side: MissingState['side'];
  readonly transaction: StatesRow;
  readonly hash: Uint8Array;
  /** The account and the last transaction before the state. */
  readonly keyText: string;
  readonly proved: PartSide;
}

function sidesOf({ transaction, part, finality }: StatesOf): readonly [Side, Side] {
  const { workchain, account, lt, prevTransLt, oldStateHash, newStateHash } = transaction;
  return [
    {
      side: 'before',
      finality,
      transaction,
      hash: oldStateHash,
      keyText: transactionKeyText({ workchain, account, lt: prevTransLt }),
      proved: part?.before,
    },
    {
      side: 'after',
      finality,
      transaction,
      hash: newStateHash,
      keyText: transactionKeyText({ workchain, account, lt }),
      proved: part?.after,
    },
  ];
}

/** Returns the states that the blocks of the transactions prove, and looks up the others. */
async function statesByKey(
  sides: readonly Side[],
  lookUp: BatchedLookUp<KnownState>,
): Promise<ReadonlyMap<string, KnownState | undefined>> {
  const states = new Map<string, KnownState | undefined>();
  const others = new Set<string>();
  for (const { hash, keyText, proved } of sides) {
    if (isNone(hash) || proved === 'between') continue;
    if (proved === undefined) others.add(keyText);
    else states.set(keyText, { ...proved, hash });
  }
  const wanted = [...others].filter((keyText) => !states.has(keyText));
  const found = await lookUp.getMany(wanted);
  for (const [index, keyText] of wanted.entries()) states.set(keyText, found[index]);
  return states;
}

/** Reads states by the account and the lt of the last transaction before the state, as a transaction's key text. */
export function createStateLookUp(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<KnownState> {
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const rows = await store.select(
        statePack.columns,
        `SELECT ${columnsSql(statePack.columns)} FROM account_states
         WHERE ${transactionKeysCondition(keyTexts.map(parseTransactionKeyText))}`,
      );
      return newestRows(rows.map(statePack.unpack), transactionKeyText, ({ rowVersion }) => rowVersion);
    },
  });
}

function isNone(hash: Uint8Array): boolean {
  return isSameBytes(hash, nonexistent.hash);
}
