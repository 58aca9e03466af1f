import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createMemoryPendingStore, type PendingStore, type PendingTrace } from '@tonriver/pending-store';
import { type EmulatedTransfers, emulateTransfers } from './emulated-transfers.test-support.ts';
import { openSampleStore } from './sample-store.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from './test-gateway.test-support.ts';

/** Base paths of the dialects, their names, and the status of a request that they refuse. */
export const PENDING_DIALECTS = [
  ['/api', 'contract', 400],
  ['/toncenter/api', 'deployed', 422],
] as const;

export type Query = Readonly<Record<string, string | readonly string[]>>;

/** A gateway over the sample chain with a store of pending traces. */
export interface PendingGateway {
  readonly gateway: TestGateway;
  readonly rows: ClickHouseStore;
  readonly transfers: EmulatedTransfers;
  /** What is asked for pending traces now. */
  pending: PendingStore;
  /** Takes a new, empty store that has all. */
  reset(): Promise<void>;
  keep(...traces: readonly PendingTrace[]): Promise<void>;
  ask(path: string, query: Query, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  stop(): Promise<void>;
}

export async function startPendingGateway(): Promise<PendingGateway> {
  const transfers = await emulateTransfers();
  const rows = await openSampleStore();
  const opened: PendingGateway = {
    gateway: await startTestGateway(rows, {
      pending: {
        byHashes: (hashes) => opened.pending.byHashes(hashes),
        ofAccount: (address) => opened.pending.ofAccount(address),
        shownOf: (keys) => opened.pending.shownOf(keys),
      },
      config: { requestTimeoutMs: 6_000 },
    }),
    rows,
    transfers,
    pending: createMemoryPendingStore({ partitions: 1 }),
    async reset() {
      opened.pending = createMemoryPendingStore({ partitions: 1 });
      await opened.pending.confirm(0, 600_000);
    },
    async keep(...traces) {
      await opened.pending.put(traces.map((trace) => ({ trace, ttlMs: 600_000 })));
    },
    async ask(path, query, headers = {}) {
      const pairs = Object.entries(query).flatMap(([name, value]) =>
        [value].flat().map((text): [string, string] => [name, text]),
      );
      return await opened.gateway.request(`${path}?${new URLSearchParams(pairs).toString()}`, { headers });
    },
    async stop() {
      await opened.gateway.stop();
      await rows.close();
    },
  };
  return opened;
}
