import { bitAt, resolvedChecksum } from '@tonriver/block-rows';
import { digestKey } from '@tonriver/clickhouse';
import {
  accountDataTable,
  accountStatesTable,
  blocksTable,
  bool,
  cellTreesTable,
  columnsSql,
  pickColumns,
  type ResolvedAccountsRow,
  resolvedAccountsTable,
  type ResolvedBlockRow,
  resolvedBlocksTable,
  uint32,
  uint64,
} from '@tonriver/row-schema';
import { nameOf, type Problem } from '../finding.ts';
import { type LtWindow, planLtWindows } from '../lt-windows.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';

/** Transactions whose accounts are looked up at once. */
const TRANSACTIONS_PER_WINDOW = 100_000;

const blockColumns = pickColumns(blocksTable, 'workchain', 'shard', 'seqno', 'tx_count', 'end_lt');
const [workchain, shard, seqno] = blockColumns;
const [account, lt] = pickColumns(accountStatesTable, 'account', 'lt');
const [codeHash] = pickColumns(accountStatesTable, 'code_hash');

/** An account of a block with the rows that are missing for it. */
const lackingColumns = [
  workchain,
  shard,
  seqno,
  { name: 'position', type: uint32, comment: 'Of the account among those of the block, by address' },
  { name: 'transaction_count', type: uint64, comment: 'Stored transactions of the block' },
  account,
  lt,
  { name: 'before_lt', type: uint64, comment: 'Of its last transaction before the block' },
  codeHash,
  { name: 'has_data', type: bool, comment: 'account_data has a row' },
  { name: 'has_code', type: bool, comment: 'cell_trees has its code' },
  { name: 'has_before', type: bool, comment: 'account_states has the state before' },
] as const;

/** The record of one block in one range. */
interface BlockRecord {
  readonly block: ResolvedBlockRow;
  readonly accounts: ResolvedAccountsRow;
}

/**
 * Every row that the state-resolver recorded for the accounts of a block is there: contract data, code, and states
 * before the block. It never takes a row back, so every record holds, also when a block has several.
 *
 * Blocks without a record are counted: they are not resolved yet, or were resolved before there were records.
 */
export const resolvedBlocksProof: Proof = {
  name: 'resolved-blocks',
  promise: 'contract data, code and states before blocks are there where the record of a block says so',
  async *run(context) {
    for (const window of await planLtWindows(context, TRANSACTIONS_PER_WINDOW)) yield* checkWindow(context, window);
  },
};

async function* checkWindow(context: ProofContext, { from, to }: LtWindow): AsyncGenerator<Problem> {
  const { store } = context;
  const ofWindow = 'start_lt >= {from:UInt64} AND start_lt < {to:UInt64}';
  const keys = `(workchain, shard, seqno) IN (SELECT workchain, shard, seqno FROM blocks WHERE ${ofWindow})`;
  const parameters = { from, to };
  const blocks = await store.select(
    blockColumns,
    `SELECT ${columnsSql(blockColumns)} FROM blocks FINAL WHERE ${ofWindow}`,
    parameters,
    longQuery,
  );
  const resolved = await store.select(
    resolvedBlocksTable.columns,
    `SELECT ${columnsSql(resolvedBlocksTable.columns)} FROM resolved_blocks FINAL WHERE ${keys}`,
    parameters,
    longQuery,
  );
  const accounts = await store.select(
    resolvedAccountsTable.columns,
    `SELECT ${columnsSql(resolvedAccountsTable.columns)} FROM resolved_accounts FINAL WHERE ${keys}`,
    parameters,
    longQuery,
  );
  const records = yield* pairRecords(resolved, accounts);
  context.count('blocks with a record', records.size);
  context.count('blocks without', blocks.filter((block) => !records.has(digestKey(block))).length);
  const endLt = blocks.reduce((most, { endLt: of }) => (of > most ? of : most), 0n);
  const counts = new Map(blocks.map((block) => [digestKey(block), block.txCount]));
  const lacking = store.stream(lackingColumns, lackingSql(ofWindow), { ...parameters, lt_to: endLt }, longQuery);
  for await (const rows of lacking) {
    for (const row of rows) {
      const key = digestKey(row);
      // A missing transaction would shift the others; another proof reports it.
      if (counts.get(key) !== Number(row.transactionCount)) continue;
      for (const record of records.get(key) ?? []) yield* missingRows(row, record);
    }
  }
}

/** Checks the two rows of each record: each says that the other exists, and their checksum is right. */
function* pairRecords(
  resolved: readonly ResolvedBlockRow[],
  accounts: readonly ResolvedAccountsRow[],
): Generator<Problem, Map<string, BlockRecord[]>> {
  const ofAccounts = new Map(accounts.map((row) => [recordKey(row), row]));
  const records = new Map<string, BlockRecord[]>();
  for (const block of resolved) {
    const partner = ofAccounts.get(recordKey(block));
    ofAccounts.delete(recordKey(block));
    if (partner === undefined) {
      yield { ...nameOf(resolvedAccountsTable, block), problem: 'is missing: resolved_blocks has the block' };
      continue;
    }
    if (resolvedChecksum(block, partner) !== block.checksum) {
      const or = nameOf(resolvedAccountsTable, partner);
      const problem = 'is not as it was written: its checksum is another';
      yield { ...nameOf(resolvedBlocksTable, block), columns: ['checksum'], problem, or };
      continue;
    }
    const known = records.get(digestKey(block));
    if (known === undefined) records.set(digestKey(block), [{ block, accounts: partner }]);
    else known.push({ block, accounts: partner });
  }
  for (const row of ofAccounts.values()) {
    yield { ...nameOf(resolvedBlocksTable, row), problem: 'is missing: resolved_accounts has the block' };
  }
  return records;
}

function recordKey(row: ResolvedAccountsRow | ResolvedBlockRow): string {
  return `${digestKey(row)}:${row.rangeSeqno}`;
}

/** Finds the accounts in the window's blocks that lack a row, whether or not a record demands it. */
function lackingSql(ofWindow: string): string {
  const inWindow = `lt >= {from:UInt64} AND lt <= {lt_to:UInt64} AND (workchain, block_shard, block_seqno) IN
    (SELECT workchain, shard, seqno FROM blocks WHERE ${ofWindow})`;
  const accounts = `SELECT workchain, block_shard AS shard, block_seqno AS seqno, account,
      max(lt) AS last_lt, count() AS transactions, argMin(prev_trans_lt, lt) AS before_lt
    FROM transactions FINAL WHERE ${inWindow} GROUP BY workchain, shard, seqno, account`;
  const numbered = `SELECT *, row_number() OVER (PARTITION BY workchain, shard, seqno ORDER BY account) - 1 AS place,
      sum(transactions) OVER (PARTITION BY workchain, shard, seqno) AS transaction_count
    FROM (${accounts})`;
  const codes = `SELECT workchain, account, lt, code_hash FROM account_states
    WHERE code_hash IS NOT NULL
      AND (workchain, account, lt) IN (SELECT workchain, account, lt FROM transactions WHERE ${inWindow})`;
  return `SELECT workchain, shard, seqno, toUInt32(place) AS position, transaction_count, account, lt, before_lt,
      code_hash, toBool(data_) AS has_data, toBool(code_) AS has_code, toBool(before_) AS has_before
    FROM (SELECT workchain, shard, seqno, place, transaction_count, account, last_lt AS lt, before_lt,
      code.code_hash AS code_hash,
      (workchain, account, last_lt) IN (SELECT workchain, account, lt FROM account_data
        WHERE lt >= {from:UInt64} AND lt <= {lt_to:UInt64}) AS data_,
      ifNull(assumeNotNull(code_hash) IN (SELECT hash FROM cell_trees
        WHERE hash IN (SELECT assumeNotNull(code_hash) FROM (${codes}))), false) AS code_,
      (workchain, account, before_lt) IN (SELECT workchain, account, lt FROM account_states
        WHERE (workchain, account, lt) IN (SELECT workchain, account, prev_trans_lt FROM transactions
          WHERE ${inWindow})) AS before_
    FROM (${numbered}) AS touched ANY LEFT JOIN (${codes}) AS code
      ON touched.workchain = code.workchain AND touched.account = code.account AND touched.last_lt = code.lt
    ) WHERE NOT (data_ AND code_ AND before_)`;
}

interface LackingAccount {
  readonly workchain: number;
  readonly position: number;
  readonly account: Uint8Array;
  readonly lt: bigint;
  readonly beforeLt: bigint;
  readonly codeHash: Uint8Array | null;
  readonly hasData: boolean;
  readonly hasCode: boolean;
  readonly hasBefore: boolean;
}

function* missingRows(row: LackingAccount, { accounts }: BlockRecord): Generator<Problem> {
  const { position } = row;
  const or = nameOf(resolvedAccountsTable, accounts);
  if (!row.hasData && bitAt(accounts.dataRows, position)) {
    yield { ...nameOf(accountDataTable, row), problem: 'is missing: the state-resolver wrote it', or };
  }
  if (!row.hasCode && row.codeHash !== null && bitAt(accounts.codeTrees, position)) {
    const problem = 'is missing: an account runs it, and the state-resolver wrote it';
    yield { ...nameOf(cellTreesTable, { hash: row.codeHash }), problem, or };
  }
  if (!row.hasBefore && bitAt(accounts.statesBefore, position)) {
    const problem = 'is missing: a block shows it as the state before its own';
    yield { ...nameOf(accountStatesTable, { ...row, lt: row.beforeLt }), problem, or };
  }
}
