import { columnsSql, pickColumns, transactionsTable } from '@tonriver/row-schema';
import { bytesLiteral, isVisible, type TransactionKey, visibleCondition } from '@tonriver/chain-reader';
import type { TransactionFilters } from './filters.ts';
import type { TransactionsRequest } from './request.ts';
import type { LtSpan } from './span.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** A search for transactions of accounts. */
export interface AccountQuery {
  readonly accounts: readonly Account[];
  readonly span: LtSpan;
  /** Of these, the filters that columns of `transactions` decide are applied. */
  readonly filters: TransactionFilters;
  readonly order: TransactionsRequest['order'];
  readonly orderBy: TransactionsRequest['orderBy'];
  readonly indexedSeqno: number;
  readonly limit: number;
  readonly offset: number;
  /** Only what comes after this transaction in the order. */
  readonly after: TransactionKey | undefined;
}

export interface Account {
  readonly workchain: number;
  readonly account: Uint8Array;
}

/** A page of an account, or a part of one. */
export interface AccountKeys {
  readonly keys: readonly TransactionKey[];
  /** Whether accounts have stored rows in the span beyond those that were read. */
  readonly hasMore: boolean;
}

const columns = pickColumns(transactionsTable, 'workchain', 'account', 'lt', 'mc_block_seqno');
const ltColumns = pickColumns(transactionsTable, 'lt');
const fewColumns = pickColumns(transactionsTable, 'lt', 'mc_block_seqno');

/** Of so many rows the page is chosen here: the engine takes half as long again for that. */
const FEW_ROWS_MAX = 1_000;

/**
 * Reads the keys of the first `rowCount` stored rows of accounts that match, in order, each transaction once. They are
 * rows, not transactions: what was written again is stored twice until the engine merges it. Of the rows of a
 * transaction the newest decides. The engine reads one account in stored order and stops after the rows.
 */
export async function readAccountKeys(
  reader: Pick<AnswerReader, 'stores'>,
  query: AccountQuery,
  rowCount: number,
): Promise<AccountKeys> {
  const account = onlyAccount(query);
  const isPlain = columnConditions(query.filters).length === 0;
  if (account !== undefined && isPlain && rowCount <= FEW_ROWS_MAX) {
    return await readFewKeys(reader, query, account, rowCount);
  }
  const keys = await readManyKeys(reader, query, rowCount);
  const hasMore = keys.length < query.limit && (await hasMoreRows(reader, query, rowCount));
  return { keys, hasMore };
}

/** The account, when there is one, and what is continued is of it too. */
function onlyAccount({ accounts, after }: AccountQuery): Account | undefined {
  const [only] = accounts;
  if (only === undefined || accounts.length > 1) return undefined;
  if (after === undefined) return only;
  const isOwn = after.workchain === only.workchain && Buffer.compare(after.account, only.account) === 0;
  return isOwn ? only : undefined;
}

async function readFewKeys(
  { stores }: Pick<AnswerReader, 'stores'>,
  { accounts, span, order, indexedSeqno, limit, offset, after }: AccountQuery,
  { workchain, account }: Account,
  rowCount: number,
): Promise<AccountKeys> {
  const sort = order === 'asc' ? 'ASC' : 'DESC';
  const rows = await stores.gated.select(
    fewColumns,
    `SELECT ${columnsSql(fewColumns)} FROM transactions
     WHERE ${[accountsCondition(accounts), ...spanConditions(span)].join(' AND ')}
     ORDER BY lt ${sort}, row_version DESC LIMIT ${rowCount}`,
  );
  const shown = rows.filter((row, index) => {
    const { lt } = row;
    // The newest row of a transaction comes first.
    if (lt === rows[index - 1]?.lt || !isVisible(row, indexedSeqno)) return false;
    return after === undefined || (order === 'asc' ? lt > after.lt : lt < after.lt);
  });
  // With the round a key leads to its part, and must be there.
  const keys = shown.slice(offset, offset + limit).map((row) => ({ workchain, account, ...row }));
  return { keys, hasMore: keys.length < limit && rows.length === rowCount };
}

/** Lets the engine choose the page. */
export async function readManyKeys(
  { stores }: Pick<AnswerReader, 'stores'>,
  query: AccountQuery,
  rowCount: number,
): Promise<readonly TransactionKey[]> {
  const sort = query.order === 'asc' ? 'ASC' : 'DESC';
  const order = query.accounts.length === 1 ? `lt ${sort}` : `lt ${sort}, workchain ${sort}, account ${sort}`;
  const shown = [visibleCondition(query.indexedSeqno), ...columnConditions(query.filters)];
  const rest = query.orderBy === 'now' && query.accounts.length > 1 ? `now ${sort}, ${order}` : order;
  const after = afterCondition(query);
  return await stores.gated.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM (
       SELECT workchain, account, lt, mc_block_seqno, now, block_shard, block_seqno FROM (
         SELECT workchain, account, lt, mc_block_seqno, now, block_shard, block_seqno, row_version FROM transactions
         WHERE ${[accountsCondition(query.accounts), ...spanConditions(query.span)].join(' AND ')}
         ORDER BY ${order}, row_version DESC LIMIT ${rowCount}
       ) ORDER BY ${order}, row_version DESC LIMIT 1 BY lt, workchain, account
     ) WHERE ${[...shown, ...after].join(' AND ')} ORDER BY ${rest} LIMIT ${query.limit} OFFSET ${query.offset}`,
  );
}

/** Tells whether accounts have more stored rows in the span than these. */
export async function hasMoreRows(
  { stores }: Pick<AnswerReader, 'stores'>,
  { accounts, span, order }: AccountQuery,
  rowCount: number,
): Promise<boolean> {
  const conditions = [accountsCondition(accounts), ...spanConditions(span)].join(' AND ');
  // In stored order the engine stops after the rows.
  const stored = accounts.length === 1 ? ` ORDER BY lt ${order === 'asc' ? 'ASC' : 'DESC'}` : '';
  const rows = await stores.gated.select(
    ltColumns,
    `SELECT lt FROM transactions WHERE ${conditions}${stored} LIMIT 1 OFFSET ${rowCount}`,
  );
  return rows.length > 0;
}

/** For one account uses `=`: only then the engine knows that its transactions are in order of lt. */
function accountsCondition(accounts: readonly Account[]): string {
  const [only] = accounts;
  if (only !== undefined && accounts.length === 1) {
    return `workchain = ${only.workchain} AND account = ${bytesLiteral(only.account)}`;
  }
  const tuples = accounts.map(({ workchain, account }) => `(${workchain}, ${bytesLiteral(account)})`);
  return `(workchain, account) IN (${tuples.join(', ')})`;
}

function spanConditions({ ltMin, ltMax }: LtSpan): readonly string[] {
  return [...(ltMin === undefined ? [] : [`lt >= ${ltMin}`]), ...(ltMax === undefined ? [] : [`lt <= ${ltMax}`])];
}

/** Returns the conditions for the newest row of a transaction. */
function columnConditions({
  workchain,
  shard,
  seqno,
  mc_seqno: mcSeqno,
  start_utime: start,
  end_utime: end,
}: TransactionFilters): readonly string[] {
  const conditions: string[] = [];
  if (workchain !== undefined) conditions.push(`workchain = ${workchain}`);
  if (shard !== undefined) conditions.push(`block_shard = toInt64('${shard}')`);
  if (seqno !== undefined) conditions.push(`block_seqno = ${seqno}`);
  if (mcSeqno !== undefined) conditions.push(`mc_block_seqno = ${mcSeqno}`);
  if (start !== undefined) conditions.push(`now >= ${start}`);
  if (end !== undefined) conditions.push(`now <= ${end}`);
  return conditions;
}

function afterCondition({ after, order }: AccountQuery): readonly string[] {
  if (after === undefined) return [];
  const key = `(${after.lt}, ${after.workchain}, ${bytesLiteral(after.account)})`;
  return [`(lt, workchain, account) ${order === 'asc' ? '>' : '<'} ${key}`];
}
