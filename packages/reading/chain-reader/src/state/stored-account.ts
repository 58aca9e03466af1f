import { noAccountHash } from '@tonriver/block-rows';
import { type AccountAddress, equalBytes } from '@tonriver/chain-model';
import {
  type AccountStateRow,
  accountStatesTable,
  columnsSql,
  hashSql,
  pickColumns,
  stateProgressTable,
  transactionsTable,
} from '@tonriver/row-schema';
import { ownCopy } from '../store/own-copy.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { transactionKeysCondition } from '../store/sql.ts';
import { type TransactionKey, transactionKeyText } from '../transactions/transaction-key.ts';
import type { IndexedBlock } from './indexed-block.ts';

/** The indexed state of an account at a block: its row, nonexistent, or unknown. */
export type StoredAccount = AccountStateRow | 'absent' | 'unknown';

/** A transaction, with the round whose block has it. */
export interface TransactionInRound extends TransactionKey {
  readonly round: number;
}

const firstColumns = pickColumns(transactionsTable, 'prev_trans_lt', 'old_state_hash');
const progressColumns = pickColumns(stateProgressTable, 'is_complete');
const ACCOUNT = `workchain = {workchain:Int32} AND account = ${hashSql('account')}`;

/**
 * The state of an account after a round of the indexed range. It is certain in three cases:
 *
 * 1. the account changed in a round from the start of the range up to the block: the newest such state;
 * 2. it changed in a later round of the range: the state before that change, which the transaction states;
 * 3. every account was known when the range began (initial states): the newest state before the range, or none at all.
 *
 * In all other cases it may have changed in a block that is not stored.
 */
export async function readStoredAccount(
  store: ReadingStore,
  address: AccountAddress,
  block: Pick<IndexedBlock, 'seqno'> & { readonly range: Pick<IndexedBlock['range'], 'firstSeqno' | 'lastSeqno'> },
): Promise<StoredAccount> {
  const { firstSeqno, lastSeqno } = block.range;
  const place = { workchain: address.workchain, account: address.hash, seqno: block.seqno };
  const isWithin = 'mc_block_seqno >= {first:UInt32} AND mc_block_seqno <= {seqno:UInt32}';
  const within = await readState(store, isWithin, { ...place, first: firstSeqno });
  if (within !== undefined) return within;
  const later = block.seqno < lastSeqno ? await readNextTransaction(store, { ...place, last: lastSeqno }) : undefined;
  if (later !== undefined) {
    if (equalBytes(later.oldStateHash, noAccountHash)) return 'absent';
    const isBefore = `lt = {lt:UInt64} AND hash = ${hashSql('hash')}`;
    const hash = Uint8Array.from(later.oldStateHash);
    return (await readState(store, isBefore, { ...place, lt: later.prevTransLt, hash })) ?? 'unknown';
  }
  if (!(await isComplete(store, block.seqno))) return 'unknown';
  return (await readState(store, earlierStateCondition(firstSeqno), place, 'FINAL')) ?? 'absent';
}

/** True for states before the range, of rows read with `FINAL`. */
export function earlierStateCondition(firstSeqno: number): string {
  // A row that only states the account before a block above the watermark may be of a later state; its round tells.
  return `(row_version = 0 OR mc_block_seqno < ${firstSeqno})`;
}

/** Reads the states of accounts after transactions, each in its round. One that is not stored is left out. */
export async function readChangedAccounts(
  store: ReadingStore,
  changes: readonly TransactionInRound[],
): Promise<readonly AccountStateRow[]> {
  const { columns } = accountStatesTable;
  const seqnos = [...new Set(changes.map(({ round }) => round))];
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_states
      WHERE ${transactionKeysCondition(changes)} AND mc_block_seqno IN (${seqnos.join(', ')})
      ORDER BY workchain, account, lt DESC, row_version DESC LIMIT 1 BY workchain, account`,
  );
  const roundOf = new Map(changes.map((change) => [transactionKeyText(change), change.round]));
  // A view would keep the bytes of all rows in memory as long as one of them is remembered.
  return rows.filter((row) => roundOf.get(transactionKeyText(row)) === row.mcBlockSeqno).map(ownCopy);
}

/** The account's first transaction in a later round. */
async function readNextTransaction(
  store: ReadingStore,
  place: {
    readonly workchain: number;
    readonly account: Uint8Array;
    readonly seqno: number;
    readonly last: number;
  },
): Promise<{ readonly prevTransLt: bigint; readonly oldStateHash: Uint8Array } | undefined> {
  const [row] = await store.select(
    firstColumns,
    `SELECT ${columnsSql(firstColumns)} FROM transactions
      WHERE ${ACCOUNT} AND mc_block_seqno > {seqno:UInt32} AND mc_block_seqno <= {last:UInt32}
      ORDER BY lt, row_version DESC LIMIT 1`,
    place,
  );
  return row;
}

/** The newest matching state of the account, from the row with the highest version. */
async function readState(
  store: ReadingStore,
  condition: string,
  parameters: Readonly<Record<string, string | number | bigint | Uint8Array>>,
  final: '' | 'FINAL' = '',
): Promise<AccountStateRow | undefined> {
  const { columns } = accountStatesTable;
  const [row] = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_states ${final} WHERE ${ACCOUNT} AND ${condition}
      ORDER BY lt DESC, row_version DESC LIMIT 1`,
    parameters,
  );
  return row;
}

/** Whether every account of the network is known at the round. */
export async function isComplete(store: ReadingStore, seqno: number): Promise<boolean> {
  const rows = await store.select(
    progressColumns,
    `SELECT ${columnsSql(progressColumns)} FROM state_progress FINAL
      WHERE first_seqno <= {seqno:UInt32} AND last_seqno >= {seqno:UInt32} AND is_complete LIMIT 1`,
    { seqno },
    { onlyReads: ['state_progress'] },
  );
  return rows.length > 0;
}
