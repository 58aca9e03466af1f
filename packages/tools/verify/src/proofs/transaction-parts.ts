import {
  hasPartsSql,
  PART_STATE_COLUMNS,
  type PartSide,
  type PartState,
  type PartTransaction,
  readPartContent,
  readTransactionPart,
  writePartContent,
  writePartSide,
} from '@tonriver/block-rows';
import { Bag, serializeTrees } from '@tonriver/boc';
import { extraCurrenciesHash } from '@tonriver/chain-model';
import {
  type AccountStateRow,
  accountStatesTable,
  columnsSql,
  NO_ROUND,
  pickColumns,
  RowBinaryWriter,
  type RowOf,
  rowPropertyOf,
  type TransactionPartRow,
  TRANSACTIONS_PER_PART,
  transactionPartsTable,
  transactionsTable,
} from '@tonriver/row-schema';
import { attempt } from '../attempt.ts';
import { nameOf, type Problem, valueText } from '../finding.ts';
import { type LtWindow, planLtWindows } from '../lt-windows.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';
import { findPartsWithoutBlock } from './parts-without-block.ts';

/** Transactions that are in memory at one time, with their parts. */
const TRANSACTIONS_PER_WINDOW = 20_000;

const transactionColumns = pickColumns(
  transactionsTable,
  'workchain',
  'block_shard',
  'block_seqno',
  'lt',
  'account',
  'hash',
  'prev_trans_lt',
  'old_state_hash',
  'new_state_hash',
  'mc_block_seqno',
  'row_version',
);
const stateColumns = pickColumns(accountStatesTable, 'workchain', 'account', 'lt', 'hash', ...PART_STATE_COLUMNS);
const CURRENCY_MEMBERS: readonly (keyof PartState)[] = ['extraCurrencies', 'extraCurrenciesHash'];
const OTHER_MEMBERS = PART_STATE_COLUMNS.map((name) => rowPropertyOf(name) as keyof PartState).filter(
  (member) => !CURRENCY_MEMBERS.includes(member),
);

type StoredTransaction = RowOf<typeof transactionColumns> & {
  /** Whether it is the first and the last transaction of its account in the block. */
  isFirst: boolean;
  isLast: boolean;
};
type StoredState = PartState & Pick<AccountStateRow, 'hash'>;

/** Every transaction is in its part, as it is in `transactions`, with the states that `account_states` has. */
export const transactionPartsProof: Proof = {
  name: 'transaction-parts',
  promise: 'every transaction is in its part of its block, with the same hash, and with the states that are stored',
  async *run(context) {
    for (const window of await planLtWindows(context, TRANSACTIONS_PER_WINDOW)) yield* checkWindow(context, window);
    yield* findPartsWithoutBlock(context);
  },
};

async function* checkWindow(context: ProofContext, window: LtWindow): AsyncGenerator<Problem> {
  const [expected, stored, states] = [
    await expectedParts(context, window),
    await storedParts(context, window),
    await storedStates(context, window),
  ];
  for (const [key, transactions] of expected) {
    const row = stored.get(key);
    stored.delete(key);
    if (row === undefined) {
      const [blockRound, workchain, shard, seqno, part, round] = key.split(' ');
      const cells = { blockRound, workchain, shard, seqno, part, kind: 'cells', round };
      const name = nameOf(transactionPartsTable, cells);
      yield { ...name, problem: 'is missing: its block has such transactions' };
      continue;
    }
    const problem = problemOf(row, transactions, states);
    if (problem !== undefined) yield { ...nameOf(transactionPartsTable, row), ...problem };
  }
  for (const row of stored.values()) {
    yield { ...nameOf(transactionPartsTable, row), problem: 'is not asked for: its block has no such transactions' };
  }
  context.count('rows of transaction_parts', expected.size);
}

type PartKey = Pick<TransactionPartRow, 'blockRound' | 'workchain' | 'shard' | 'seqno' | 'part' | 'round'>;

function partKey({ blockRound, workchain, shard, seqno, part, round }: PartKey): string {
  return `${blockRound} ${workchain} ${shard} ${seqno} ${part} ${round}`;
}

/** Returns the transactions of each part, in order. */
async function expectedParts(
  { store, count }: ProofContext,
  { from, to }: LtWindow,
): Promise<ReadonlyMap<string, readonly StoredTransaction[]>> {
  const rows = await store.select(
    transactionColumns,
    `SELECT ${columnsSql(transactionColumns)} FROM transactions FINAL WHERE ${blocksOf('block_shard', 'block_seqno')}
     ORDER BY workchain, block_shard, block_seqno, lt, account`,
    { from, to },
    longQuery,
  );
  const [{ older } = { older: '0' }] = await store.query<{ readonly older: string }>(
    `SELECT count() AS older FROM blocks FINAL
     WHERE start_lt >= {from:UInt64} AND start_lt < {to:UInt64} AND tx_count > 0
       AND NOT (${hasPartsSql('row_version')})`,
    { from, to },
    longQuery,
  );
  if (Number(older) > 0) count('blocks of older parsers, without parts', Number(older));
  const parts = new Map<string, StoredTransaction[]>();
  let block = '';
  let place = 0;
  /** Account → its latest transaction in the block. */
  const latest = new Map<string, StoredTransaction>();
  for (const stored of rows) {
    const { mcBlockSeqno, workchain, blockShard: shard, blockSeqno: seqno } = stored;
    const blockRound = mcBlockSeqno ?? NO_ROUND;
    const own = partKey({ blockRound, workchain, shard, seqno, part: 0, round: 0 });
    place = own === block ? place + 1 : 0;
    if (place === 0) latest.clear();
    block = own;
    const account = valueText(stored.account);
    const previous = latest.get(account);
    const row = { ...stored, isFirst: previous === undefined, isLast: true };
    if (previous !== undefined) previous.isLast = false;
    latest.set(account, row);
    const part = Math.floor(place / TRANSACTIONS_PER_PART);
    const key = partKey({ blockRound, workchain, shard, seqno, part, round: 0 });
    const others = parts.get(key);
    if (others === undefined) parts.set(key, [row]);
    else others.push(row);
  }
  return parts;
}

/** A condition for rows of blocks that start in the window and must have parts. */
function blocksOf(shard: string, seqno: string): string {
  return `(workchain, ${shard}, ${seqno}) IN (
    SELECT workchain, shard, seqno FROM blocks FINAL
    WHERE start_lt >= {from:UInt64} AND start_lt < {to:UInt64}
      AND ${hasPartsSql('row_version')})`;
}

/** A block whose round became known later has parts without a round besides: nobody reads them. */
async function storedParts({ store }: ProofContext, { from, to }: LtWindow): Promise<Map<string, TransactionPartRow>> {
  const rows = await store.select(
    transactionPartsTable.columns,
    `SELECT ${columnsSql(transactionPartsTable.columns)} FROM transaction_parts FINAL
     WHERE kind = 'cells' AND ${blocksOf('shard', 'seqno')}
       AND (block_round != ${NO_ROUND} OR (workchain, shard, seqno) NOT IN (
         SELECT workchain, shard, seqno FROM blocks FINAL WHERE mc_block_seqno IS NOT NULL))`,
    { from, to },
    longQuery,
  );
  return new Map(rows.map((row) => [partKey(row), row]));
}

/** Returns states by account and the lt of the last transaction before them. */
async function storedStates(
  { store }: ProofContext,
  { from, to }: LtWindow,
): Promise<ReadonlyMap<string, StoredState>> {
  const keys = (lt: string): string =>
    `SELECT workchain, account, ${lt} FROM transactions FINAL WHERE ${blocksOf('block_shard', 'block_seqno')}`;
  const rows = await store.select(
    stateColumns,
    `SELECT ${columnsSql(stateColumns)} FROM account_states FINAL
     WHERE (workchain, account, lt) IN (${keys('lt')} UNION ALL ${keys('prev_trans_lt')})`,
    { from, to },
    longQuery,
  );
  return new Map(rows.map((row) => [stateKey(row.workchain, row.account, row.lt), row]));
}

function stateKey(workchain: number, account: Uint8Array, lt: bigint): string {
  return `${workchain} ${valueText(account)} ${lt}`;
}

type Wrong = Pick<Problem, 'problem' | 'columns'>;

function problemOf(
  row: TransactionPartRow,
  expected: readonly StoredTransaction[],
  states: ReadonlyMap<string, StoredState>,
): Wrong | undefined {
  const { rowVersion } = expected[0]!;
  if (row.version !== BigInt(rowVersion)) {
    return { columns: ['version'], problem: `is of version ${row.version}, its transactions are of ${rowVersion}` };
  }
  const [firstLt, lastLt] = [expected[0]!.lt, expected.at(-1)!.lt];
  if (row.firstLt !== firstLt || row.lastLt !== lastLt) {
    const problem = `is of lt ${row.firstLt} to ${row.lastLt}, its transactions are of lt ${firstLt} to ${lastLt}`;
    return { columns: ['first_lt', 'last_lt'], problem };
  }
  const read = attempt(() => readTransactionPart(row));
  if (!read.ok) return { columns: ['content'], problem: `cannot be read: ${read.problem}` };
  return cellsProblem(row, read.value, expected) ?? statesProblem(row, read.value, expected, states);
}

function cellsProblem(
  { content }: TransactionPartRow,
  found: readonly PartTransaction[],
  expected: readonly StoredTransaction[],
): Wrong | undefined {
  const columns = ['content'];
  if (found.length !== expected.length) {
    return { columns, problem: `has ${found.length} transactions, not ${expected.length}` };
  }
  const wrong = expected.find(({ hash }, index) => valueText(found[index]?.transaction.hash) !== valueText(hash));
  if (wrong !== undefined) return { columns, problem: `lacks transaction ${valueText(wrong.hash)} at its place` };
  const { cells } = readPartContent(content);
  const bag = Bag.parse(cells);
  const isCanonical = Buffer.compare(serializeTrees(bag, bag.roots), cells) === 0;
  return isCanonical ? undefined : { columns, problem: 'has other bytes than its transactions give' };
}

function statesProblem(
  row: TransactionPartRow,
  found: readonly PartTransaction[],
  expected: readonly StoredTransaction[],
  states: ReadonlyMap<string, StoredState>,
): Wrong | undefined {
  const columns = ['content'];
  const written = new RowBinaryWriter();
  for (const [index, transaction] of expected.entries()) {
    const { workchain, account, lt, prevTransLt, oldStateHash, newStateHash, isFirst, isLast } = transaction;
    const { before, after } = found[index]!;
    writePartSide(written, before);
    writePartSide(written, after);
    if (isFirst !== (before !== 'between') || isLast !== (after !== 'between')) {
      return { columns, problem: `takes account ${valueText(account)} for one with other transactions in the block` };
    }
    const isWrong = (side: PartSide, sideLt: bigint, hash: Uint8Array): boolean =>
      !isStored(side, states.get(stateKey(workchain, account, sideLt)), hash);
    if (isWrong(before, prevTransLt, oldStateHash) || isWrong(after, lt, newStateHash) || after === undefined) {
      return { columns, problem: `has other states of account ${valueText(account)} than are stored` };
    }
  }
  const { cells } = readPartContent(row.content);
  const rewritten = writePartContent({ states: written.bytes(), cells });
  const isCanonical = Buffer.compare(rewritten, row.content) === 0;
  return isCanonical ? undefined : { columns, problem: 'has other bytes than its states give' };
}

/** Tells whether a side is the stored state with that hash, or says nothing of it. */
function isStored(side: PartSide, stored: StoredState | undefined, hash: Uint8Array): boolean {
  if (side === undefined || side === 'between') return true;
  if (stored === undefined || valueText(stored.hash) !== valueText(hash)) return false;
  const isSame = (member: keyof PartState): boolean => valueText(side[member]) === valueText(stored[member]);
  return OTHER_MEMBERS.every(isSame) && (CURRENCY_MEMBERS.every(isSame) || haveSameCurrencies(side, stored));
}

/**
 * Tells whether two states have the same extra currencies. A block contains their dictionary where it changes them, and
 * may contain it or only its hash where it does not: so the block after a state can show what the block that made it
 * does not, and the other way round.
 */
function haveSameCurrencies(left: PartState, right: PartState): boolean {
  const isOnlyHidden = ({ extraCurrencies, extraCurrenciesHash: hash }: PartState): boolean =>
    hash !== null && extraCurrencies.length === 0;
  const isOnlyShown = (state: PartState): boolean => state.extraCurrenciesHash === null;
  const canDiffer = (isOnlyHidden(left) && isOnlyShown(right)) || (isOnlyShown(left) && isOnlyHidden(right));
  if (!canDiffer) return false;
  const hashOf = (state: PartState): Uint8Array | null =>
    state.extraCurrenciesHash ?? extraCurrenciesHash(state.extraCurrencies);
  return valueText(hashOf(left)) === valueText(hashOf(right));
}
