import type { PartSide } from '@tonriver/block-rows';
import { CellBuilder } from '@tonriver/boc';
import { LRUCache } from 'lru-cache';
import {
  type AccountStateRow,
  accountStatesTable,
  columnsSql,
  rowPackOf,
  type TransactionRow,
} from '@tonriver/row-schema';
import type { Metrics } from '@tonriver/telemetry';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { isSameBytes } from './bytes.ts';
import { type Currencies, hiddenKeyText } from './hidden-currencies.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import type { MissingState, MissingStates } from './missing-states.ts';
import { newestRows } from './newest-rows.ts';
import type { VisibleRounds } from './required-rows.ts';
import type { ReadingStore } from './reading-store.ts';
import { transactionKeysCondition } from './sql.ts';
import { parseTransactionKeyText, transactionKeyText } from './transaction-key.ts';

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
  const remembered: RememberedStates = new LRUCache({ max: REMEMBERED_MAX });
  return {
    async ofTransactions(transactions, visible) {
      const sides = transactions.flatMap(sidesOf);
      const rows = await statesByKey(sides, remembered, lookUp);
      const shown = await showCurrencies([...rows.values()], [...rows.keys()], hidden);
      const known = new Map([...rows.keys()].map((keyText, index) => [keyText, shown[index]]));
      const missing: MissingState[] = [];
      const find = ({ side, hash, keyText, proved, transaction }: Side): KnownState | undefined => {
        if (isNone(hash)) return nonexistent;
        const state = known.get(keyText);
        if (state !== undefined && isSameBytes(state.hash, hash)) return state;
        unknown.inc({ side });
        if (proved !== 'between') missing.push({ side, transaction });
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
  readonly side: MissingState['side'];
  readonly transaction: StatesRow;
  readonly hash: Uint8Array;
  /** The account and the last transaction before the state. */
  readonly keyText: string;
  readonly proved: PartSide;
}

function sidesOf({ transaction, part }: StatesOf): readonly [Side, Side] {
  const { workchain, account, lt, prevTransLt, oldStateHash, newStateHash } = transaction;
  return [
    {
      side: 'before',
      transaction,
      hash: oldStateHash,
      keyText: transactionKeyText({ workchain, account, lt: prevTransLt }),
      proved: part?.before,
    },
    {
      side: 'after',
      transaction,
      hash: newStateHash,
      keyText: transactionKeyText({ workchain, account, lt }),
      proved: part?.after,
    },
  ];
}

/**
 * States after transactions that were answered, by the transaction: often the next transaction of the account is asked
 * for too, whose block need not prove the state before it. Each is compared with its hash when it is used.
 */
type RememberedStates = LRUCache<string, KnownState>;

/** One takes about 500 bytes. */
const REMEMBERED_MAX = 20_000;

/** Returns the states that the blocks of the transactions prove, and those that are remembered; looks up the others. */
async function statesByKey(
  sides: readonly Side[],
  remembered: RememberedStates,
  lookUp: BatchedLookUp<KnownState>,
): Promise<ReadonlyMap<string, KnownState | undefined>> {
  const states = new Map<string, KnownState | undefined>();
  const others = new Set<string>();
  for (const { side, hash, keyText, proved } of sides) {
    if (isNone(hash) || proved === 'between') continue;
    const known = proved === undefined ? remembered.get(keyText) : { ...proved, hash };
    if (known === undefined || !isSameBytes(known.hash, hash)) {
      others.add(keyText);
      continue;
    }
    states.set(keyText, known);
    // Extra currencies are seldom, and of any length.
    const isShort = known.extraCurrencies.length === 0;
    if (side === 'after' && isShort && !remembered.has(keyText)) remembered.set(keyText, ownCopy(known));
  }
  const wanted = [...others].filter((keyText) => !states.has(keyText));
  const found = await lookUp.getMany(wanted);
  for (const [index, keyText] of wanted.entries()) states.set(keyText, found[index]);
  return states;
}

/** Adds extra currencies from other states of the accounts. Seldom needed. */
async function showCurrencies(
  rows: readonly (KnownState | undefined)[],
  keyTexts: readonly string[],
  hidden: BatchedLookUp<Currencies>,
): Promise<readonly (KnownState | undefined)[]> {
  const keys = rows.map((row, index) => {
    if (row === undefined || row.extraCurrenciesHash === null) return undefined;
    return hiddenKeyText({ ...parseTransactionKeyText(keyTexts[index] ?? ''), hash: row.extraCurrenciesHash });
  });
  const wanted = [...new Set(keys.filter((key) => key !== undefined))];
  if (wanted.length === 0) return rows;
  const found = await hidden.getMany(wanted);
  const currencies = new Map(wanted.map((key, index) => [key, found[index]]));
  return rows.map((row, index) => {
    const extraCurrencies = currencies.get(keys[index] ?? '');
    return row === undefined || extraCurrencies === undefined
      ? row
      : { ...row, extraCurrencies, extraCurrenciesHash: null };
  });
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

/** Returns a copy: a view would keep the bytes of a whole part in memory as long as one state is remembered. */
function ownCopy(state: KnownState): KnownState {
  const copyOf = (bytes: Uint8Array | null): Uint8Array | null => bytes && Uint8Array.from(bytes);
  return {
    ...state,
    hash: Uint8Array.from(state.hash),
    extraCurrenciesHash: copyOf(state.extraCurrenciesHash),
    codeHash: copyOf(state.codeHash),
    dataHash: copyOf(state.dataHash),
    frozenHash: copyOf(state.frozenHash),
  };
}

function isNone(hash: Uint8Array): boolean {
  return isSameBytes(hash, nonexistent.hash);
}
