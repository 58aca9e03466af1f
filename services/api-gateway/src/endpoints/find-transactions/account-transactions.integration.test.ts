import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createQueryGate, createReadingStores } from '@tonriver/chain-reader';
import { bytes32, openTestStore, transactionRow } from '@tonriver/chain-reader/testing';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import fc from 'fast-check';
import { writeRows } from '../../testing/write-rows.test-support.ts';
import { type AccountQuery, hasMoreRows, readAccountKeys, readManyKeys } from './account-transactions.ts';

const account = bytes32('account');
const other = bytes32('other');
const LTS = Array.from({ length: 60 }, (_, index) => BigInt(index + 1) * 10n);
/** Rows above this one are not visible. */
const INDEXED = 45;

/** Some rows have an older version; a visible one may have been replaced by one that is not. */
const rows = LTS.flatMap((lt, index) => {
  const row = { account, lt, mcBlockSeqno: index % 7 === 3 ? null : index, rowVersion: 1 };
  const newer = { ...row, rowVersion: 2, mcBlockSeqno: index % 10 === 5 ? INDEXED + 1 : index };
  return [row, ...(index % 5 === 0 ? [newer] : []), ...(index % 3 === 0 ? [{ ...row, account: other }] : [])];
});

describe('the keys of a page of an account', () => {
  let store: ClickHouseStore;
  let reader: Parameters<typeof readAccountKeys>[0];
  beforeAll(async () => {
    store = await openTestStore();
    // Older versions come last, and in a part of their own: nothing is merged.
    await store.command('SYSTEM STOP MERGES transactions');
    for (const version of [2, 1]) {
      const some = rows.filter(({ rowVersion }) => rowVersion === version);
      await writeRows(store, { transactions: some.map((row) => transactionRow(row)) });
    }
    const gate = createQueryGate({ queriesMax: 4, waitingMax: 100 });
    reader = { stores: createReadingStores({ engine: store, gate, querySecondsMax: 10 }) };
  }, 60_000);
  afterAll(() => store?.close());

  it('are those that the engine chooses, and say whether there are more rows', async () => {
    const bound = fc.option(fc.nat(700).map(BigInt), { nil: undefined });
    const drawn = fc.record({
      order: fc.constantFrom('asc' as const, 'desc' as const),
      limit: fc.integer({ min: 1, max: 40 }),
      offset: fc.nat(30),
      ltMin: bound,
      ltMax: bound,
      after: fc.option(fc.constantFrom(...LTS), { nil: undefined }),
      rowCount: fc.integer({ min: 1, max: 100 }),
    });
    let ends = 0;
    await fc.assert(
      fc.asyncProperty(drawn, async ({ order, limit, offset, ltMin, ltMax, after, rowCount }) => {
        const query: AccountQuery = {
          accounts: [{ workchain: 0, account }],
          span: { ltMin, ltMax, mcBlockSeqno: undefined },
          filters: {},
          order,
          orderBy: 'lt',
          indexedSeqno: INDEXED,
          limit,
          offset,
          after: after === undefined ? undefined : { workchain: 0, account, lt: after },
        };
        const { keys, hasMore } = await readAccountKeys(reader, query, rowCount);
        const wanted = await readManyKeys(reader, query, rowCount);
        expect(keys).toEqual(wanted);
        // As many rows as were asked for may be all that there are.
        if (!hasMore && keys.length < limit) expect(await hasMoreRows(reader, query, rowCount)).toBe(false);
        if (hasMore) expect(keys.length).toBeLessThan(limit);
        ends += Number(!hasMore && keys.length < limit);
      }),
      { numRuns: 150 },
    );
    expect(ends).toBeGreaterThan(5);
  }, 60_000);

  it('are chosen by the engine where columns decide', async () => {
    const query = { span: { ltMin: undefined, ltMax: undefined, mcBlockSeqno: undefined }, limit: 5, offset: 0 };
    const shared = { ...query, order: 'desc', orderBy: 'lt', indexedSeqno: INDEXED, after: undefined } as const;
    const { keys } = await readAccountKeys(
      reader,
      { ...shared, accounts: [{ workchain: 0, account }], filters: { mc_seqno: 20 } },
      200,
    );
    expect(keys.map(({ lt }) => lt)).toEqual([210n]);
  }, 60_000);
});
