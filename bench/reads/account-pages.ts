import type { RequestKind } from './requests.ts';
import { shuffled } from './shuffled.ts';
import type { Side } from './side.ts';

/** Transactions that are skipped to reach the deep pages, if an account has so many. */
const DEPTH = 10_000;
/** Accounts whose first pages are asked for, and how many of each. */
const ACCOUNTS = 40;
const FIRST_PAGES = 40;
/** Offsets of two pages of one account differ by so much, so that no two requests are equal. */
const OFFSET_STEP = 5;
/** Deep pages that are wanted: to compile the code, and to be measured. */
const DEEP_PAGES = 1_400;
/** The share of the pages that only warm up. */
const WARM_UP_SHARE = 0.4;

/**
 * Pages of 100 of the accounts with most transactions: first ones, and deep ones of the largest account. An older
 * release without the endpoint is asked for `olderPage` instead.
 */
export async function accountPages(side: Side, olderPage: (index: number) => string): Promise<readonly RequestKind[]> {
  const rows = await side.query(
    `SELECT concat(toString(workchain), ':', hex(account)) AS address, uniqExact(lt) AS transactions FROM transactions
     GROUP BY workchain, account ORDER BY transactions DESC, address LIMIT ${ACCOUNTS}`,
  );
  const accounts = rows.map(([account = '', count]) => ({ account, count: Number(count) }));
  const pageOf = (account: string, offset: number): string =>
    `/api/v3/transactions?account=${account}&limit=100&offset=${offset}`;
  const pages = (account: string, begin: number, step: number, count: number): readonly string[] =>
    Array.from({ length: Math.max(0, count) }, (_, index) => pageOf(account, begin + index * step));
  const first = accounts.flatMap(({ account, count }) =>
    pages(account, 0, OFFSET_STEP, Math.min(FIRST_PAGES, Math.floor((count - 100) / OFFSET_STEP))),
  );
  const { account = '', count = 0 } = accounts[0] ?? {};
  const depth = Math.max(0, Math.min(DEPTH, count - 100 - DEEP_PAGES));
  const deep = pages(account, depth, 1, Math.min(DEEP_PAGES, count - 100 - depth));
  return [
    kindOf('transactions of an account', first, olderPage),
    kindOf(`transactions of an account at depth ${depth}`, deep, olderPage),
  ];
}

function kindOf(name: string, paths: readonly string[], olderPage: (index: number) => string): RequestKind {
  const order = shuffled(paths.map((_path, index) => index)).map((index) => paths[index] ?? '');
  const warmUpCount = Math.floor(order.length * WARM_UP_SHARE);
  const places = new Map(order.map((path, index) => [path, index]));
  return {
    name,
    paths: order.slice(warmUpCount),
    warmUp: order.slice(0, warmUpCount),
    perTurn: { one: 60, several: 140 },
    ofOlder: (path) => olderPage(places.get(path) ?? 0),
  };
}
