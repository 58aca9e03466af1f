import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createQueryGate, createReadingStores } from '@tonriver/chain-reader';
import { bytes32, messageRow, openTestStore } from '@tonriver/chain-reader/testing';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { MessageRow } from '@tonriver/row-schema';
import fc from 'fast-check';
import { writeRows } from '../../testing/write-rows.test-support.ts';
import { conditionOf, type IndexPath } from './index-paths.ts';
import { type Queries, readHeads } from './message-heads.ts';
import type { MessagesRequest } from './query.ts';
import { walkIndex } from './walk-index.ts';

const WATERMARK = 50;
const OPCODE = 7;

/** Numbers from 0 to below a bound, the same in every run. */
function createDice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Messages of some accounts; most arrive, some late, some above the watermark, and some share their lt with others. */
function makeMessages(): readonly MessageRow[] {
  const dice = createDice(3);
  const accounts = Array.from({ length: 6 }, (_, index) => bytes32(`account ${index}`));
  return Array.from({ length: 400 }, (_, index): MessageRow[] => {
    const lt = BigInt(1_000_000 * (1 + Math.floor(index / 4)) + 10 * dice(40));
    const position = dice(3);
    const shared = {
      hash: bytes32(`message ${index}`),
      opcode: OPCODE,
      createdLt: lt + 1n + BigInt(position),
      sourceAccount: accounts[dice(6)]!,
      destinationAccount: accounts[dice(6)]!,
    };
    const round = 1 + Math.floor(index / 7);
    const sent = {
      ...shared,
      account: shared.sourceAccount,
      lt,
      position,
      direction: 'out',
      mcBlockSeqno: round,
    } as const;
    const delay = BigInt(dice(5) === 0 ? 9_000_000 : 500 + dice(2_000_000));
    const received = { account: shared.destinationAccount, lt: lt + delay, position: 0, direction: 'in' } as const;
    const rows = [messageRow({ ...sent, rowVersion: 3 })];
    if (dice(8) > 0) rows.push(messageRow({ ...shared, ...received, mcBlockSeqno: round + dice(3), rowVersion: 3 }));
    return rows;
  }).flat();
}

describe('pages through an index of messages that is too long to be read whole', () => {
  let store: ClickHouseStore;
  let queries: Queries;

  beforeAll(async () => {
    store = await openTestStore();
    await writeRows(store, { messages: makeMessages() });
    const gate = createQueryGate({ queriesMax: 4, waitingMax: 100 });
    queries = {
      stores: createReadingStores({ engine: store, gate, querySecondsMax: 10 }),
      walking: { run: (walk) => walk(), hadWaiting: () => false },
    };
  });
  afterAll(() => store?.close());

  it.each([
    ['opcode', { table: 'opcodes', begin: `opcode = ${OPCODE}` }],
    [
      'account',
      { table: 'messages', account: '', begin: `workchain = 0 AND account = 'ACCOUNT' AND direction = 'out'` },
    ],
  ] as const)(
    'are those of all rows: by %s',
    async (_name, way) => {
      const begin = way.begin.replace('ACCOUNT', `account 1${'\\0'.repeat(23)}`);
      const bounds = fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined, freq: 1 });
      const drawn = fc.record({
        order: fc.constantFrom('asc' as const, 'desc' as const),
        direction: fc.constantFrom(
          undefined,
          undefined,
          'out' as const,
          ...(way.table === 'opcodes' ? ['in' as const] : []),
        ),
        limit: fc.integer({ min: 1, max: 12 }),
        offset: fc.integer({ min: 0, max: 30 }),
        from: bounds,
        to: bounds,
        rowsMax: fc.integer({ min: 60, max: 1_000 }),
        wholeMax: fc.constantFrom(1, 50, 1_000),
      });
      let [walked, refused] = [0, 0];
      await fc.assert(
        fc.asyncProperty(drawn, async ({ order, direction, limit, offset, from, to, ...bounds }) => {
          const ltOf = (round: number | undefined) => (round === undefined ? undefined : BigInt(round) * 1_000_000n);
          const filters = { hashes: undefined, direction, opcode: OPCODE, start_lt: ltOf(from), end_lt: ltOf(to) };
          const request: MessagesRequest = { filters, order, isByTime: false, page: { limit, offset } };
          const path: IndexPath = { ...way, begin, ...bounds, hasSenders: direction !== 'in' };
          const whole = await readHeads(queries, request, WATERMARK, { condition: conditionOf(path, []), weight: 1 });
          const refusal = new Error('refused');
          const found = await walkIndex(queries, request, WATERMARK, path, () => refusal as never).catch((error) => {
            if (error !== refusal) throw error;
            refused += 1;
          });
          if (found === undefined) return;
          walked += 1;
          expect(found).toEqual(whole);
        }),
        { seed: 8, numRuns: 150 },
      );
      expect(walked).toBeGreaterThan(50);
      expect(refused).toBeLessThan(100);
    },
    120_000,
  );
});
