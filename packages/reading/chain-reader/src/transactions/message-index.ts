import { columnsSql, type MessageDirection, messagesTable, opcodesTable, pickColumns } from '@tonriver/row-schema';
import type { ReadingStore } from '../store/reading-store.ts';
import { bytesLiteral, visibleCondition } from '../store/sql.ts';
import type { TransactionKey } from './transaction-key.ts';

/** A search in the sorted indexes of messages. */
export interface MessageIndexQuery {
  readonly by:
    | { readonly kind: 'opcode'; readonly opcode: number }
    | { readonly kind: 'body_hash'; readonly bodyHash: Uint8Array }
    /** Messages of these accounts, with an opcode, a body hash or both. */
    | {
        readonly kind: 'accounts';
        readonly accounts: readonly { readonly workchain: number; readonly account: Uint8Array }[];
        readonly opcode: number | undefined;
        readonly bodyHash: Uint8Array | undefined;
      };
  readonly direction: MessageDirection | undefined;
  readonly workchain: number | undefined;
  /** Only transactions of this round. Slow without the round's span of logical time in `ltMin` and `ltMax`. */
  readonly mcBlockSeqno: number | undefined;
  readonly ltMin: bigint | undefined;
  readonly ltMax: bigint | undefined;
  readonly order: 'asc' | 'desc';
  readonly indexedSeqno: number;
  readonly limit: number;
  readonly offset: number;
  /** Only what comes after this transaction in the requested order. */
  readonly after: TransactionKey | undefined;
}

const columns = pickColumns(opcodesTable, 'workchain', 'account', 'lt');
const ltColumns = pickColumns(opcodesTable, 'lt');

/** Extra rows to read, because of unmerged duplicates, several messages of a transaction, and invisible rows. */
const SPARE_ROWS = 64;
/** The factor by which each attempt reads more rows than the one before, which did not fill the page. */
const REACH_GROWTH = 4;
/** The same factor for several accounts, all of whose rows are needed: fewer attempts leave more for the last one. */
const ACCOUNTS_REACH_GROWTH = 16;

/** The rows of an index that one request may still read, in all its attempts. */
export interface RowBudget {
  rowsLeft: number;
}

/** Runs one search when there is room for its rows. */
export type RunWalk = <Result>(walk: () => Promise<Result>, rowCount: number) => Promise<Result>;

/**
 * Returns one page of the transactions that have a message with an opcode or a body, distinct and in total order. If a
 * message is stored in several versions, the highest decides whether it is visible.
 *
 * The highest version is only known when all rows of a range are read, so the range is found first: the engine reads
 * logical times in stored order and stops after as many rows as the page may need. If the page is not full, because of
 * duplicates or of filters that the index does not serve, the range is made larger, within the budget.
 *
 * @returns undefined when the page needs more rows than the budget has
 */
export async function readMessageIndex(
  store: ReadingStore,
  query: MessageIndexQuery,
  budget: RowBudget,
  runWalk: RunWalk,
): Promise<readonly TransactionKey[] | undefined> {
  if (query.by.kind === 'accounts' && query.by.accounts.length > 1) {
    return await readAccounts(store, query, budget, runWalk);
  }
  const wantedCount = query.offset + query.limit;
  for (let reach = 2 * wantedCount + SPARE_ROWS; ; reach *= REACH_GROWTH) {
    const rowCount = Math.min(reach, budget.rowsLeft);
    if (rowCount < wantedCount) return undefined;
    // The rows of an attempt that did not fill the page count too.
    budget.rowsLeft -= rowCount;
    const walked = await runWalk(async () => {
      const bound = await ltAfterRows(store, query, rowCount);
      return { isWhole: bound === undefined, keys: await readRange(store, query, bound) };
    }, rowCount);
    if (walked.isWhole || walked.keys.length >= query.limit) return walked.keys;
  }
}

/** Messages of several accounts have no common order, so all of them are read, if they are few enough. */
async function readAccounts(
  store: ReadingStore,
  query: MessageIndexQuery,
  budget: RowBudget,
  runWalk: RunWalk,
): Promise<readonly TransactionKey[] | undefined> {
  const { table, order } = source(query);
  const conditions = [order, ...spanOf(query)].join(' AND ');
  for (let reach = 2 * query.limit + SPARE_ROWS; budget.rowsLeft > 0; reach *= ACCOUNTS_REACH_GROWTH) {
    const rowCount = Math.min(reach, budget.rowsLeft);
    budget.rowsLeft -= rowCount;
    const keys = await runWalk(async () => {
      const farthest = await store.select(
        ltColumns,
        `SELECT lt FROM ${table} WHERE ${conditions} LIMIT 1 OFFSET ${rowCount}`,
      );
      return farthest.length === 0 ? await readRange(store, query, undefined) : undefined;
    }, rowCount);
    if (keys !== undefined) return keys;
  }
  return undefined;
}

/**
 * Returns the logical time after so many rows, in the order of the query; undefined when there are fewer rows. Rows are
 * counted before filters, so the number of rows that are read is known.
 */
async function ltAfterRows(
  store: ReadingStore,
  query: MessageIndexQuery,
  rowCount: number,
): Promise<bigint | undefined> {
  const sort = query.order === 'asc' ? 'ASC' : 'DESC';
  const { table, order } = source(query);
  const [row] = await store.select(
    ltColumns,
    `SELECT lt FROM ${table} WHERE ${[order, ...spanOf(query)].join(' AND ')}
     ORDER BY lt ${sort} LIMIT 1 OFFSET ${rowCount}`,
  );
  return row?.lt;
}

async function readRange(
  store: ReadingStore,
  query: MessageIndexQuery,
  bound: bigint | undefined,
): Promise<readonly TransactionKey[]> {
  const sort = query.order === 'asc' ? 'ASC' : 'DESC';
  const { table, order, filters } = source(query);
  const conditions = [order, ...spanOf(query), ...filters, ...filtersOf(query)];
  if (bound !== undefined) conditions.push(`lt ${query.order === 'asc' ? '<=' : '>='} ${bound}`);
  const identity = 'lt, workchain, account, direction, position';
  const newest = `SELECT workchain, account, lt, mc_block_seqno FROM ${table} WHERE ${conditions.join(' AND ')}
    ORDER BY ${identity}, row_version DESC LIMIT 1 BY ${identity}`;
  return await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM (${newest}) WHERE ${shownCondition(query)}
     ORDER BY lt ${sort}, workchain ${sort}, account ${sort} LIMIT 1 BY lt, workchain, account
     LIMIT ${query.limit} OFFSET ${query.offset}`,
  );
}

/** Must be true for the highest version of a message: its round may be stored later than the block. */
function shownCondition({ indexedSeqno, mcBlockSeqno }: MessageIndexQuery): string {
  const visible = visibleCondition(indexedSeqno);
  return mcBlockSeqno === undefined ? visible : `${visible} AND mc_block_seqno = ${mcBlockSeqno}`;
}

/** Returns the condition on the sort key, and the condition that is tried on every row. */
function source({ by }: MessageIndexQuery): {
  readonly table: string;
  readonly order: string;
  readonly filters: readonly string[];
} {
  switch (by.kind) {
    case 'opcode':
      return { table: opcodesTable.name, order: `opcode = ${by.opcode}`, filters: [] };
    case 'body_hash':
      return { table: 'body_hashes', order: `body_hash = ${bytesLiteral(by.bodyHash)}`, filters: [] };
    case 'accounts': {
      const filters: string[] = [];
      if (by.opcode !== undefined) filters.push(`opcode = ${by.opcode}`);
      if (by.bodyHash !== undefined) filters.push(`body_hash = ${bytesLiteral(by.bodyHash)}`);
      return { table: messagesTable.name, order: accountsCondition(by.accounts), filters };
    }
  }
}

/** For one account uses `=`: only then the engine knows that its messages are in order of lt. */
function accountsCondition(accounts: readonly { readonly workchain: number; readonly account: Uint8Array }[]): string {
  const [only] = accounts;
  if (only !== undefined && accounts.length === 1) {
    return `workchain = ${only.workchain} AND account = ${bytesLiteral(only.account)}`;
  }
  const tuples = accounts.map(({ workchain, account }) => `(${workchain}, ${bytesLiteral(account)})`);
  return `(workchain, account) IN (${tuples.join(', ')})`;
}

function filtersOf({ direction, workchain, after, order }: MessageIndexQuery): readonly string[] {
  const conditions: string[] = [];
  if (direction !== undefined) conditions.push(`direction = '${direction}'`);
  if (workchain !== undefined) conditions.push(`workchain = ${workchain}`);
  if (after !== undefined) {
    const sign = order === 'asc' ? '>' : '<';
    const key = `(${after.lt}, ${after.workchain}, ${bytesLiteral(after.account)})`;
    conditions.push(`(lt, workchain, account) ${sign} ${key}`);
  }
  return conditions;
}

/** Returns the condition for the span of logical time, by which every index is sorted. */
function spanOf({ ltMin, ltMax, after, order }: MessageIndexQuery): readonly string[] {
  const conditions: string[] = [];
  if (ltMin !== undefined) conditions.push(`lt >= ${ltMin}`);
  if (ltMax !== undefined) conditions.push(`lt <= ${ltMax}`);
  if (after !== undefined) conditions.push(`lt ${order === 'asc' ? '>' : '<'}= ${after.lt}`);
  return conditions;
}
