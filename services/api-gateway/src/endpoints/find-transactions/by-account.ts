import { hexOf, type TransactionKey } from '@tonriver/chain-reader';
import { type Account, type AccountQuery, hasMoreRows, readAccountKeys, readManyKeys } from './account-transactions.ts';
import { hasMessageFilters } from './block-tests.ts';
import { pageOfKeys, pageOfMatches } from './candidates.ts';
import { CANDIDATES_PER_READ, INDEX_ROWS_MAX, TOO_MANY_KEYS } from './limits.ts';
import type { FoundPage, Search } from './request.ts';
import type { LtSpan } from './span.ts';
import { only } from './by-block.ts';

/** Extra rows to read, because of unmerged duplicates and invisible rows. */
const SPARE_ROWS = 64;
/** The factor by which each attempt reads more rows than the one before, which did not fill the page. */
const REACH_GROWTH = 4;

/**
 * Finds transactions of accounts. Access path: the rows of the account in `transactions`, in order of lt, of which only
 * key, round and block are read; they lead to the parts of the page. What is skipped is skipped on keys. All rows of
 * several accounts are read, because they have no common order.
 */
export async function findByAccount(search: Search, span: LtSpan): Promise<FoundPage> {
  const { request, visible } = search;
  const query: AccountQuery = {
    accounts: standardAccounts(search),
    span,
    filters: request.filters,
    order: request.order,
    orderBy: request.orderBy,
    indexedSeqno: visible.indexedSeqno,
    ...request.page,
    after: request.after,
  };
  const budget = { rowsLeft: INDEX_ROWS_MAX };
  if (hasMessageFilters(request.filters)) return await pageOfMatches(search, inOrder(search, query, budget));
  const keys = await readPage(search, query, budget);
  return await pageOfKeys({ ...search, request: { ...request, page: { ...request.page, offset: 0 } } }, only(keys));
}

/** Returns the accounts that have transactions, each once. */
function standardAccounts({ request: { filters } }: Search): readonly Account[] {
  const accounts = (filters.account ?? []).flatMap((one): readonly Account[] =>
    one.kind === 'std' ? [{ workchain: one.workchain, account: one.hash }] : [],
  );
  return [...new Map(accounts.map((one) => [`${one.workchain}:${hexOf(one.account)}`, one])).values()];
}

/** Yields the keys of an account, some at a time, each read beginning where the one before ended. */
async function* inOrder(
  search: Search,
  query: AccountQuery,
  budget: { rowsLeft: number },
): AsyncGenerator<readonly TransactionKey[]> {
  // Several accounts are read whole, so that nothing is gained by reading them in pieces.
  const limit = query.accounts.length === 1 ? CANDIDATES_PER_READ : INDEX_ROWS_MAX;
  for (let { span, after } = query; ; ) {
    const keys = await readPage(search, { ...query, span, after, limit, offset: 0 }, budget);
    yield keys;
    const last = keys.at(-1);
    if (keys.length < limit || last === undefined) return;
    after = last;
    span = query.order === 'asc' ? { ...span, ltMin: last.lt } : { ...span, ltMax: last.lt };
  }
}

/** Reads one page of keys. @throws {GatewayError} when that takes more rows than the budget has */
async function readPage(
  { reader, refuse }: Search,
  query: AccountQuery,
  budget: { rowsLeft: number },
): Promise<readonly TransactionKey[]> {
  if (query.accounts.length > 1) {
    const rowCount = budget.rowsLeft;
    const keys = await reader.walking.run(
      async () => ((await hasMoreRows(reader, query, rowCount)) ? undefined : readManyKeys(reader, query, rowCount)),
      Math.min(rowCount, 2 * (query.offset + query.limit) + SPARE_ROWS),
    );
    if (keys === undefined) throw refuse(TOO_MANY_KEYS);
    return keys;
  }
  const wantedCount = query.offset + query.limit;
  for (let reach = wantedCount + SPARE_ROWS; ; reach *= REACH_GROWTH) {
    const rowCount = Math.min(reach, budget.rowsLeft);
    if (rowCount < wantedCount) throw refuse(TOO_MANY_KEYS);
    // The rows of an attempt that did not fill the page count too.
    budget.rowsLeft -= rowCount;
    const { keys, hasMore } = await reader.walking.run(() => readAccountKeys(reader, query, rowCount), rowCount);
    if (!hasMore) return keys;
  }
}
