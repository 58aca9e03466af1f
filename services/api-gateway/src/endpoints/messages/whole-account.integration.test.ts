import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createQueryGate, createReadingStores, HoleError, type VisibleRounds } from '@tonriver/chain-reader';
import { bytes32, messageRow, openTestStore, transactionRow } from '@tonriver/chain-reader/testing';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { MessageRow, TransactionRow } from '@tonriver/row-schema';
import fc from 'fast-check';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { writeRows } from '../../testing/write-rows.test-support.ts';
import { checkPage } from './check-rows.ts';
import { conditionOf, indexPathOf } from './index-paths.ts';
import { readHeads } from './message-heads.ts';
import type { MessagesRequest } from './query.ts';
import { pageOfWholeAccount } from './whole-account.ts';

const [FIRST, WATERMARK] = [2, 30];
const visible = { indexedSeqno: WATERMARK, range: { firstSeqno: FIRST, lastSeqno: WATERMARK } } as VisibleRounds;
const ACCOUNTS = ['a whole one', 'with a lost row', 'with another lost row', 'without messages'];
const LARGE = 'with many';
const OPCODES = [null, 1, 2];

/** Transactions of an account with their messages: some twice, some of rounds that are not complete. */
function rowsOf(
  name: string,
  count: number,
): { readonly messages: MessageRow[]; readonly transactions: TransactionRow[] } {
  const account = bytes32(name);
  const messages: MessageRow[] = [];
  const transactions: TransactionRow[] = [];
  for (let index = 0; index < count; index += 1) {
    const lt = BigInt(1_000_000 * (index + 1));
    const mcBlockSeqno = index % 11 === 10 ? null : index;
    const sent = index % 3;
    const row = { account, lt, mcBlockSeqno, rowVersion: 3 };
    // An external message may be accepted twice. It has no logical time of its own.
    const received: Partial<MessageRow> =
      index % 5 === 0
        ? {
            kind: 'external_in',
            createdLt: null,
            createdAt: null,
            sourceType: 'none',
          }
        : { kind: 'internal', createdLt: lt - BigInt(1 + (index % 4)), sourceAccount: bytes32('sender') };
    const opcode = OPCODES[index % 3]!;
    messages.push(
      messageRow({
        ...row,
        ...received,
        hash: bytes32(`${name} received ${index % 20}`),
        opcode,
        direction: 'in',
        position: 0,
        destinationAccount: account,
      }),
    );
    for (let position = 0; position < sent; position += 1) {
      const out = messageRow({
        ...row,
        hash: bytes32(`${name} sent ${index} ${position}`),
        opcode,
        direction: 'out',
        position,
        createdLt: lt + 1n + BigInt(position),
        sourceAccount: account,
        destinationAccount: bytes32('receiver'),
      });
      messages.push(out);
      // A row of an older version says something else.
      if (index % 7 === 0) messages.push({ ...out, opcode: 2, mcBlockSeqno: null, rowVersion: 2 });
    }
    const isShort = name.includes('lost') && index === (name.includes('another') ? 3 : 17);
    const outMsgCount = isShort ? sent + 1 : sent;
    transactions.push(
      transactionRow({ account, lt, mcBlockSeqno, inMsgHash: bytes32('in'), outMsgCount, rowVersion: 3 }),
    );
    if (index === 5) transactions.push(transactionRow({ account, lt, mcBlockSeqno, outMsgCount: 9, rowVersion: 2 }));
  }
  return { messages, transactions };
}

let store: ClickHouseStore;
let reader: AnswerReader;
const queries: string[] = [];

beforeAll(async () => {
  store = await openTestStore();
  const rows = [...ACCOUNTS.slice(0, 3).map((name) => rowsOf(name, 40)), rowsOf(LARGE, 300)];
  await writeRows(store, {
    messages: rows.flatMap(({ messages }) => messages),
    transactions: rows.flatMap(({ transactions }) => transactions),
  });
  const gate = createQueryGate({ queriesMax: 4, waitingMax: 100 });
  const engine: Pick<ClickHouseStore, 'select'> = {
    select: (columns, sql, parameters, bounds) => {
      queries.push(sql);
      return store.select(columns, sql, parameters, bounds);
    },
  };
  reader = {
    stores: createReadingStores({ engine, gate, querySecondsMax: 10 }),
    walking: { run: (walk) => walk(), hadWaiting: () => false },
  } as Pick<AnswerReader, 'stores' | 'walking'> as AnswerReader;
}, 60_000);
afterAll(() => store?.close());

function pathOf(request: MessagesRequest) {
  const path = indexPathOf(request);
  if (path?.table !== 'messages') throw new Error('The request does not lead to an account');
  return path;
}

/** The page as it is found in the engine, or what it fails with. */
async function pageOfEngine(request: MessagesRequest) {
  const path = pathOf(request);
  const heads = await readHeads(reader, request, WATERMARK, { condition: conditionOf(path, []), weight: 1 });
  await checkPage(reader, request, path, heads, visible);
  return heads;
}

const orHole = async <Result>(work: Promise<Result>): Promise<Result | 'hole'> =>
  await work.catch((error: unknown) => {
    if (error instanceof HoleError) return 'hole';
    throw error;
  });

function requestOf(
  name: string,
  changes: Partial<MessagesRequest['filters']> & Partial<Omit<MessagesRequest, 'filters'>>,
): MessagesRequest {
  const { order = 'desc', isByTime = false, page = { limit: 10, offset: 0 }, direction, ...filters } = changes;
  const address = { kind: 'std', workchain: 0, hash: bytes32(name) } as const;
  const ends = direction === 'in' ? { destination: address } : { source: address };
  return {
    filters: { hashes: undefined, direction, ...ends, ...filters } as MessagesRequest['filters'],
    order,
    isByTime,
    page,
  };
}

it('pages and lost rows are those of the engine', async () => {
  const bound = fc.option(fc.integer({ min: 0, max: 42 }), { nil: undefined, freq: 2 });
  const ltOf = (index: number | undefined) => (index === undefined ? undefined : BigInt(index) * 1_000_000n);
  const drawn = fc.record({
    name: fc.constantFrom(...ACCOUNTS),
    direction: fc.constantFrom('in' as const, 'out' as const, undefined),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    page: fc.record({ limit: fc.integer({ min: 1, max: 50 }), offset: fc.constantFrom(0, 0, 3, 30) }),
    from: bound,
    to: bound,
    externals: fc.constantFrom({}, {}, { exclude_externals: true }, { only_externals: true }),
    opcode: fc.constantFrom(undefined, undefined, 1, 2),
  });
  const outcomes = { pages: 0, empty: 0, holes: 0 };
  await fc.assert(
    fc.asyncProperty(drawn, async ({ name, from, to, externals, opcode, ...drawnRequest }) => {
      // With an opcode another way would be taken: it is tried as a filter of this one.
      const path = pathOf(requestOf(name, drawnRequest));
      const filters = { ...externals, start_lt: ltOf(from), end_lt: ltOf(to) };
      const request = requestOf(name, { ...drawnRequest, ...filters, ...(opcode === undefined ? {} : { opcode }) });
      const wanted = orHole(
        readHeads(reader, request, WATERMARK, { condition: conditionOf(path, []), weight: 1 }).then(async (heads) => {
          await checkPage(reader, request, path, heads, visible);
          return heads;
        }),
      );
      const found = await orHole(pageOfWholeAccount(reader, request, path, visible));
      expect(found).toEqual(await wanted);
      outcomes[found === 'hole' ? 'holes' : found?.length === 0 ? 'empty' : 'pages'] += 1;
    }),
    { seed: 5, numRuns: 300 },
  );
  expect(Math.min(outcomes.pages, outcomes.empty, outcomes.holes)).toBeGreaterThan(20);
}, 120_000);

it('a page takes two plain queries', async () => {
  queries.length = 0;
  const request = requestOf('a whole one', {});
  const found = await pageOfWholeAccount(reader, request, pathOf(request), visible);
  expect(found).toHaveLength(10);
  expect(queries).toHaveLength(2);
  expect(queries.join()).not.toMatch(/ORDER BY|JOIN|GROUP BY/);
  expect(await pageOfEngine(request)).toEqual(found);
});

it('an account with many rows, and an order by time, are left to the engine', async () => {
  const large = requestOf(LARGE, {});
  expect(await pageOfWholeAccount(reader, large, pathOf(large), visible)).toBeUndefined();
  queries.length = 0;
  expect(await pageOfWholeAccount(reader, large, pathOf(large), visible)).toBeUndefined();
  const byTime = requestOf('a whole one', { isByTime: true });
  expect(await pageOfWholeAccount(reader, byTime, pathOf(byTime), visible)).toBeUndefined();
  expect(queries).toEqual([]);
});
