import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ComparedChain, openComparedChain } from './compare-with-naive.test-support.ts';
import { hexOf, naiveAnswer } from './naive-filter.ts';
import type { DrawnFilters } from './naive-filter.ts';
import { queryOf } from './draw-requests.ts';

const FIRST = 20;
const LAST = 45;
const ALL = { limit: 1_000_000, offset: 0, dialect: 'contract' as const };

let chain: ComparedChain;
/** The account with most transactions, and another one. */
let accounts: readonly string[];

beforeAll(async () => {
  chain = await openComparedChain('cursors', FIRST);
  const counts = new Map<string, number>();
  for (const { workchain, account } of chain.all) {
    const text = `${workchain}:${hexOf(account)}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  accounts = [...counts].toSorted(([, left], [, right]) => right - left).map(([text]) => text);
}, 180_000);
afterAll(() => chain?.close());

it('lists by cursor lose and repeat nothing while rounds arrive', async () => {
  const lists: readonly (readonly [DrawnFilters, 'asc' | 'desc'])[] = [
    [{}, 'desc'],
    [{}, 'asc'],
    [{ workchain: 0 }, 'desc'],
    [{ account: accounts.slice(0, 1) }, 'desc'],
    [{ account: accounts.slice(0, 1) }, 'asc'],
    [{ account: accounts.slice(0, 3) }, 'desc'],
    [{ source: accounts[1]! }, 'desc'],
    [{ start_utime: chain.all[0]!.now - 1_000 }, 'desc'],
  ];
  const limit = 7;
  const states = lists.map(([filters, sort]) => {
    const before = naiveAnswer(chain.all, { ...ALL, filters, sort }, FIRST);
    return { filters, sort, before, listed: [] as string[], cursor: undefined as string | null | undefined };
  });
  for (let page = 0; states.some(({ cursor }) => cursor !== null); page += 1) {
    if (FIRST + page <= LAST) await chain.moveTo(FIRST + page);
    for (const state of states) {
      if (state.cursor === null) continue;
      const { filters, sort, cursor } = state;
      const query = new URLSearchParams(queryOf({ ...ALL, filters, sort, limit }));
      query.delete('offset');
      if (cursor !== undefined) query.set('cursor', cursor);
      const { status, json } = await chain.gateway.request(`/api/v3/transactions?${query.toString()}`);
      expect([status, json['error']]).toEqual([200, undefined]);
      const found = json['transactions'] as unknown as readonly { readonly hash: string }[];
      state.listed.push(...found.map(({ hash }) => hexOf(Buffer.from(hash, 'base64'))));
      state.cursor = json['next_cursor'] as unknown as string | null;
    }
  }
  for (const { filters, sort, before, listed } of states) {
    const name = `${Object.keys(filters).join()} ${sort}`;
    expect([name, new Set(listed).size]).toEqual([name, listed.length]);
    const known = new Set(before);
    // In their order, with what came meanwhile between or after them.
    expect([name, listed.filter((hash) => known.has(hash))]).toEqual([name, before]);
    const later = naiveAnswer(chain.all, { ...ALL, filters, sort }, LAST);
    const places = listed.map((hash) => later.indexOf(hash));
    expect([name, places.every((place, index) => place > (places[index - 1] ?? -1))]).toEqual([name, true]);
  }
}, 300_000);
