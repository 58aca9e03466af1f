import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createRowBatch, opcodesTable, type OpcodeRow } from '@tonriver/row-schema';
import { openTestStore } from '../testing/test-store.test-support.ts';
import { type MessageIndexQuery, readMessageIndex, type RunWalk } from './message-index.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { compareTransactionKeys, transactionKeyText } from './transaction-key.ts';

const WATERMARK = 50;
const TRANSACTIONS = 3_000;

/** Numbers from 0 to below a bound, the same in every run. */
function createDice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Transactions with up to three messages of one opcode: some at the same lt, in two versions, or not visible. */
function makeRows(): { readonly rows: readonly OpcodeRow[]; readonly newest: ReadonlyMap<string, OpcodeRow> } {
  const dice = createDice(7);
  const rows: OpcodeRow[] = [];
  const newest = new Map<string, OpcodeRow>();
  for (let index = 0; index < TRANSACTIONS; index++) {
    const account = Buffer.alloc(32, dice(200) + 1);
    const lt = BigInt(1_000 + dice(TRANSACTIONS));
    const place = { opcode: 7, lt, workchain: dice(8) === 0 ? -1 : 0, account };
    const mcBlockSeqno = dice(10) === 0 ? null : 1 + dice(60);
    for (let position = 0; position <= dice(3); position++) {
      const direction = position === 0 ? 'in' : 'out';
      const row: OpcodeRow = { ...place, direction, position, mcBlockSeqno, rowVersion: mcBlockSeqno === null ? 2 : 3 };
      const key = `${transactionKeyText(row)} ${direction} ${position}`;
      if (dice(3) === 0) rows.push({ ...row, mcBlockSeqno: null, rowVersion: 2 });
      rows.push(row);
      const known = newest.get(key);
      if (known === undefined || known.rowVersion <= row.rowVersion) newest.set(key, row);
    }
  }
  return { rows, newest };
}

const runAtOnce: RunWalk = (walk) => walk();

describe('pages of the index of messages', () => {
  let store: ClickHouseStore;
  let reading: ReadingStore;
  let newest: readonly OpcodeRow[];
  beforeAll(async () => {
    store = await openTestStore();
    reading = { select: (columns, sql) => store.select(columns, sql) };
    const made = makeRows();
    // Two rows of one place and version with different rounds would leave it to chance which holds.
    const byPlace = new Map(
      made.rows.map((row) => [`${transactionKeyText(row)} ${row.direction} ${row.position} ${row.rowVersion}`, row]),
    );
    newest = [...made.newest.values()];
    for (let part = 0; part < 4; part++) {
      const batch = createRowBatch(opcodesTable);
      for (const [index, row] of [...byPlace.values()].entries()) if (index % 4 === part) batch.add(row);
      await store.insertRows(opcodesTable, batch.rows());
    }
  });
  afterAll(() => store?.close());

  const queryOf = (changes: Partial<MessageIndexQuery>): MessageIndexQuery => ({
    by: { kind: 'opcode', opcode: 7 },
    direction: undefined,
    workchain: undefined,
    mcBlockSeqno: undefined,
    ltMin: undefined,
    ltMax: undefined,
    order: 'desc',
    indexedSeqno: WATERMARK,
    limit: 100,
    offset: 0,
    after: undefined,
    ...changes,
  });
  const pageOf = async (changes: Partial<MessageIndexQuery>, rowsLeft = 200_000): Promise<readonly string[]> => {
    const keys = await readMessageIndex(reading, queryOf(changes), { rowsLeft }, runAtOnce);
    return (keys ?? []).map(transactionKeyText);
  };

  /** The expected page, computed from all rows at once. */
  function expected({ direction, workchain, order, limit, offset }: MessageIndexQuery): readonly string[] {
    const fitting = newest.filter(
      (row) =>
        (row.mcBlockSeqno === null || row.mcBlockSeqno <= WATERMARK) &&
        (direction === undefined || row.direction === direction) &&
        (workchain === undefined || row.workchain === workchain),
    );
    const sorted = fitting.toSorted((left, right) => compareTransactionKeys(left, right) * (order === 'asc' ? 1 : -1));
    return [...new Set(sorted.map(transactionKeyText))].slice(offset, offset + limit);
  }

  it('are distinct and in total order at every depth, size, direction and filter', async () => {
    const dice = createDice(11);
    for (let time = 0; time < 60; time++) {
      const changes = {
        order: dice(2) === 0 ? ('asc' as const) : ('desc' as const),
        direction: [undefined, 'in' as const, 'out' as const][dice(3)],
        workchain: [undefined, undefined, 0, -1][dice(4)],
        limit: 1 + dice(300),
        offset: dice(2_500),
      };
      expect([changes, await pageOf(changes)]).toEqual([changes, expected(queryOf(changes))]);
    }
  });

  it('neither lose nor repeat a transaction when all of them are read', async () => {
    const pages: string[] = [];
    for (let offset = 0; ; offset += 170) {
      const page = await pageOf({ limit: 170, offset });
      pages.push(...page);
      if (page.length < 170) break;
    }
    expect(pages).toEqual(expected(queryOf({ limit: TRANSACTIONS })));
  });

  it('are refused when they need more rows than a request may read, and not earlier', async () => {
    const walk = (changes: Partial<MessageIndexQuery>, rowsLeft: number) =>
      readMessageIndex(reading, queryOf(changes), { rowsLeft }, runAtOnce);
    expect(await walk({ offset: 1_000, limit: 100 }, 1_000)).toBeUndefined();
    // A filter without matches reads all allowed rows, and no more.
    expect(await walk({ workchain: 5 }, 2_000)).toBeUndefined();
    expect(await walk({ workchain: 5 }, 200_000)).toEqual([]);
    expect(await walk({ offset: 1_000, limit: 100 }, 200_000)).toHaveLength(100);
  });

  it('read in all attempts together no more rows than a request may', async () => {
    const walked: number[] = [];
    const budget = { rowsLeft: 3_000 };
    await readMessageIndex(reading, queryOf({ workchain: 5 }), budget, (walk, rowCount) => {
      walked.push(rowCount);
      return walk();
    });
    expect(walked.length).toBeGreaterThan(1);
    expect(walked.reduce((total, rowCount) => total + rowCount, 0)).toBe(3_000);
    expect(budget.rowsLeft).toBe(0);
  });
});
