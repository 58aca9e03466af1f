import {
  type AccountStateRow,
  accountStatesTable,
  type ColumnList,
  columnsSql,
  pickColumns,
  rowPackOf,
} from '@tonriver/row-schema';
import {
  accountsCondition,
  type BatchedLookUp,
  createBatchedLookUp,
  newestRows,
  parseTransactionKeyText,
  type ReadingStore,
  type ShardEnds,
  statesOfNoBlockConditions,
  transactionKeysCondition,
  transactionKeyText,
} from '@tonriver/chain-reader';
import type { AccountKey } from './account-key.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** The members of a state that answers need. */
export type StateRow = Pick<
  AccountStateRow,
  | 'workchain'
  | 'account'
  | 'lt'
  | 'hash'
  | 'status'
  | 'balance'
  | 'extraCurrencies'
  | 'extraCurrenciesHash'
  | 'codeHash'
  | 'dataHash'
  | 'frozenHash'
  | 'rowVersion'
> &
  OutsidePack;

type OutsidePack = Pick<AccountStateRow, 'transactionHash' | 'mcBlockSeqno' | 'storageCells' | 'storageBits'>;

const pack = rowPackOf<Omit<StateRow, keyof OutsidePack>>(accountStatesTable);
const columns: ColumnList = [
  ...pack.columns,
  ...pickColumns(accountStatesTable, 'transaction_hash', 'mc_block_seqno', 'storage_cells', 'storage_bits'),
];

/** Reads states by the account and the lt of the last transaction before the state, as a transaction's key text. */
export function createStateRows({ stores, bounds }: Pick<AnswerReader, 'stores' | 'bounds'>): BatchedLookUp<StateRow> {
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const condition = transactionKeysCondition(keyTexts.map(parseTransactionKeyText));
      const rows = await stores.admitted.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM account_states WHERE ${condition}`,
      );
      return newestRows(rows.map(stateOf), transactionKeyText, ({ rowVersion }) => rowVersion);
    },
  });
}

/**
 * Reads the newest states of accounts that are of rounds up to the watermark, or not newer than the shard there and of
 * no block: from an initial state, or known as the state before a block.
 *
 * Access path: the rows of each account, which may be many. Seldom needed: only for accounts that changed after the
 * watermark, or in a block without a round.
 */
export async function readNewestStates(
  store: ReadingStore,
  accounts: readonly AccountKey[],
  { indexedSeqno, ends }: { readonly indexedSeqno: number; readonly ends: ShardEnds },
): Promise<readonly StateRow[]> {
  const ofNoBlock = statesOfNoBlockConditions(ends, accounts);
  const isVisible = [`mc_block_seqno <= ${Math.max(indexedSeqno, 0)}`, ...ofNoBlock].join(' OR ');
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_states
     WHERE ${accountsCondition(accounts)} AND (${isVisible})
     ORDER BY workchain, account, lt DESC, row_version DESC LIMIT 1 BY workchain, account`,
  );
  return rows.map(stateOf);
}

function stateOf(selected: Readonly<Record<string, unknown>>): StateRow {
  const { transactionHash, mcBlockSeqno, storageCells, storageBits } = selected as unknown as OutsidePack;
  return { ...pack.unpack(selected), transactionHash, mcBlockSeqno, storageCells, storageBits };
}
