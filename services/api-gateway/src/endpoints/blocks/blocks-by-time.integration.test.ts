import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createQueryGate, createReadingStores } from '@tonriver/chain-reader';
import { openTestStore } from '@tonriver/chain-reader/testing';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import fc from 'fast-check';
import { blocksByTime } from './blocks-by-time.ts';
import { allBlocks, WATERMARK, writeBlocks } from './drawn-requests.test-support.ts';
import type { BlocksRequest } from './query.ts';

describe('spans of time with more blocks than may be looked at together', () => {
  let store: ClickHouseStore;

  beforeAll(async () => {
    store = await openTestStore();
    await writeBlocks(store);
  });
  afterAll(() => store?.close());

  it('give the page that all blocks give, or are refused', async () => {
    const gate = createQueryGate({ queriesMax: 4, waitingMax: 100 });
    const queries = {
      stores: createReadingStores({ engine: store, gate, querySecondsMax: 10 }),
      walking: { run: <Result>(walk: () => Promise<Result>) => walk(), hadWaiting: () => false },
    };
    const some = fc.option(fc.constantFrom(...allBlocks), { nil: undefined, freq: 1 });
    const drawn = fc.record({
      order: fc.constantFrom('asc' as const, 'desc' as const),
      limit: fc.integer({ min: 1, max: 10 }),
      offset: fc.integer({ min: 0, max: 10 }),
      one: some,
      from: some,
      to: some,
      rowsMax: fc.integer({ min: 25, max: 120 }),
    });
    let [found, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(drawn, async ({ order, limit, offset, one, from, to, rowsMax }) => {
        const filters = {
          shard: one?.shard,
          workchain: one?.workchain,
          start_lt: from?.startLt,
          end_utime: to?.genUtime,
        };
        const request: BlocksRequest = { filters, order, page: { limit, offset } };
        const refusal = new Error('refused');
        const refuse = () => refusal as never;
        const whole = await blocksByTime(queries, request, WATERMARK, refuse);
        try {
          const page = await blocksByTime(queries, request, WATERMARK, refuse, rowsMax);
          found += 1;
          expect(page).toEqual(whole);
        } catch (error) {
          if (error !== refusal) throw error;
          refused += 1;
        }
      }),
      { seed: 4, numRuns: 150 },
    );
    expect(found).toBeGreaterThan(100);
    expect(refused).toBeLessThan(50);
  }, 120_000);
});
