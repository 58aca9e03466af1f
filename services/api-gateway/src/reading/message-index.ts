import { columnsSql, type MessageDirection, messagesTable, opcodesTable, pickColumns } from '@tonriver/row-schema';
import type { ReadingStore } from './reading-store.ts';
import { bytesLiteral, visibleCondition } from './sql.ts';
import type { TransactionKey } from './transaction-key.ts';

/** A search in the sorted indexes of messages. */
export interface MessageIndexQuery {
  readonly by:
    | { readonly kind: 'opcode'; readonly opcode: number }
    | { readonly kind: 'body_hash'; readonly bodyHash: Uint8Array }
    /** Messages of these accounts, with an opcode or a body hash or both. */
    | {
        readonly kind: 'accounts';
        readonly accounts: readonly { readonly workchain: number; readonly account: Uint8Array }[];
        readonly opcode: number | undefined;
        readonly bodyHash: Uint8Array | undefined;
      };
  readonly direction: MessageDirection | undefined;
  readonly workchain: number | undefined;
  /** Only what this round committed. Slow without the round's span of logical time in `ltMin` and `ltMax`. */
  readonly mcBlockSeqno: number | undefined;
  readonly ltMin: bigint | undefined;
  readonly ltMax: bigint | undefined;
  readonly order: 'asc' | 'desc';
  readonly indexedSeqno: number;
  readonly limit: number;
  readonly offset: number;
  /** Only what comes after this transaction in the order asked for. */
  readonly after: TransactionKey | undefined;
}

const columns = pickColumns(opcodesTable, 'workchain', 'account', 'lt');
const ltColumns = pickColumns(opcodesTable, 'lt');

/** Rows read beyond those asked for: unmerged duplicates, several messages of one transaction, what is not visible. */
const SPARE_ROWS = 64;
/** How much farther each attempt reads when the one before did not fill the page. */
const REACH_GROWTH = 4;
/** All rows of several accounts are needed or none: few attempts leave more for the one that has them all. */
const ACCOUNTS_REACH_GROWTH = 16;

/** Rows of an index that one request may still walk over, whatever its pages and attempts. */
export interface RowBudget {
  rowsLeft: number;
}

/** Runs one walk when there is room for so many rows. */
export type RunWalk = <Result>(walk: () => Promise<Result>, rowCount: number) => Promise<Result>;

/**
 * One page of the transactions that have a message with an opcode or a body, distinct and in total order. Of a message
 * that is stored in several versions the highest decides whether it is visible.
 *
 * Choosing the highest version needs all rows of a range at once, so the range is found first: the engine reads logical
 * times in stored order and stops after as many rows as the page may need. When the page is still short, because of
 * duplicates or of filters that the order does not serve, the range grows, up to what the budget has left.
 *
 * @returns `undefined` when the page would take more rows than that
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
    // An attempt that did not fill the page has spent its rows too.
    budget.rowsLeft -= rowCount;
    const walked = await runWalk(async () => {
      const bound = await ltAfterRows(store, query, rowCount);
      return { isWhole: bound === undefined, keys: await readRange(store, query, bound) };
    }, rowCount);
    if (walked.isWhole || walked.keys.length >= query.limit) return walked.keys;
  }
}

/** The messages of several accounts are in no common order: all of them are read, when they are few enough. */
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
 * The logical time of the row so many rows on, in the order of the query; `undefined` when there are not that many.
 * Rows are counted before any filter: as many are read as are asked for, whatever the filters leave of them.
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

/** Asked of the highest version of a message only: the round may have been found after the block. */
function shownCondition({ indexedSeqno, mcBlockSeqno }: MessageIndexQuery): string {
  const visible = visibleCondition(indexedSeqno);
  return mcBlockSeqno === undefined ? visible : `${visible} AND mc_block_seqno = ${mcBlockSeqno}`;
}

/** Where to look: by the condition that the table is sorted by, and by what is tried on every row. */
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

/** One account is asked for by equality: only then does the engine know that its messages come in order of lt. */
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

/** The span of logical time, which every index is sorted by. */
function spanOf({ ltMin, ltMax, after, order }: MessageIndexQuery): readonly string[] {
  const conditions: string[] = [];
  if (ltMin !== undefined) conditions.push(`lt >= ${ltMin}`);
  if (ltMax !== undefined) conditions.push(`lt <= ${ltMax}`);
  if (after !== undefined) conditions.push(`lt ${order === 'asc' ? '>' : '<'}= ${after.lt}`);
  return conditions;
}
