import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { openTestStore } from '@tonriver/chain-reader/testing';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.test-support.ts';
import { compareDrawnRequests, writeBlocks } from './drawn-requests.test-support.ts';

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openTestStore();
  await writeBlocks(store);
  gateway = await startTestGateway(store, { config: { requestTimeoutMs: 60_000 } });
});

afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

it.each([...DIALECT_NAMES])(
  'blocks answers 10,000 drawn requests in the %s dialect as a filter over all blocks does',
  async (dialect) => {
    const { refusedShare, filledShare } = await compareDrawnRequests(gateway, dialect, 10_000);
    expect(refusedShare).toBeLessThanOrEqual(0.05);
    expect(filledShare).toBeGreaterThan(0.2);
  },
  3_600_000,
);
