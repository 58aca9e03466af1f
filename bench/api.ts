import autocannon from 'autocannon';
import { createApiGateway, defaultApiGatewayConfig } from '@tonriver/api-gateway/service';
import { createMemoryCache } from '@tonriver/cache';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { silentLogger as logger } from '@tonriver/logger';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import type { Bench } from './bench.ts';
import { buildSource } from './built-source.ts';
import { openPipeline } from './open-pipeline.ts';

const SECONDS = 5;
const CLIENTS = [1, 64] as const;
/** More distinct requests than one run can make, so that a cold request never meets a cached answer. */
const KEYS_MAX = 60_000;

/** Latency and throughput of each endpoint over HTTP, the load from another thread: cold (no cache) and warm. */
export const apiBench: Bench = {
  name: 'api',
  summary: 'endpoints over HTTP on one machine with the load, cold (nothing cached) and warm, 1 and 64 clients',
  async run() {
    const built = buildSource('bench', { seed: 'api', rounds: 400, transactionsPerRound: 150, shardsMax: 4 });
    const pipeline = await openPipeline(built.network);
    pipeline.run();
    await pipeline.publish(built.source);
    await pipeline.untilWatermark(built.rounds);
    const paths = await pathsOf(pipeline.store, built.rounds);
    const figures: Record<string, number> = {};
    for (const temperature of ['cold', 'warm'] as const) {
      for (const [endpoint, choices] of Object.entries(paths)) {
        for (const clients of CLIENTS) {
          const result = await measure(pipeline.store, choices, { temperature, clients });
          const name = `${endpoint}.${temperature}.${clients}`;
          figures[`${name}.p50_ms`] = result.latency.p50;
          figures[`${name}.p99_ms`] = result.latency.p99;
          figures[`${name}.requests_per_second`] = result.requests.average;
          if (result.non2xx > 0 || result.errors > 0) {
            throw new Error(`${name}: ${result.non2xx} bad answers, ${result.errors} errors`);
          }
        }
      }
    }
    await pipeline.close();
    return figures;
  },
};

async function measure(
  store: ClickHouseStore,
  paths: readonly string[],
  { temperature, clients }: { readonly temperature: 'cold' | 'warm'; readonly clients: number },
): Promise<autocannon.Result> {
  // Cold: every answer is made anew, because nothing is kept. Warm: a few requests, again and again.
  const isCold = temperature === 'cold';
  const gateway = createApiGateway({
    store,
    cache: createMemoryCache({ bytesMax: isCold ? 1 : 256 * 1024 * 1024 }),
    logger,
    metrics: createMetrics(),
    health: createHealth(),
    network: { name: 'bench', isTestnet: false },
    config: { ...defaultApiGatewayConfig(), port: 0 },
  });
  const { port } = await gateway.start();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const chosen = isCold ? paths : paths.slice(0, 50);
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: clients,
    duration: SECONDS,
    workers: 1,
    requests: chosen.map((path) => ({ method: 'GET', path })),
  });
  await gateway.stop();
  return result;
}

/** Requests with the chain's own keys, in an order that has nothing to do with the tables'. */
async function pathsOf(store: ClickHouseStore, rounds: number): Promise<Readonly<Record<string, readonly string[]>>> {
  const messages = await store.query<{ readonly hex: string }>(
    `SELECT hex(hash) AS hex FROM message_hashes FINAL ORDER BY cityHash64(hash) LIMIT ${KEYS_MAX}`,
  );
  const bodies = await store.query<{ readonly boc: string }>(
    'SELECT hex(boc) AS boc FROM cell_trees FINAL WHERE length(boc) < 300 ORDER BY cityHash64(hash) LIMIT 2000',
  );
  const seqnos = Array.from({ length: rounds - 1 }, (_, index) => ((index * 7919) % (rounds - 1)) + 2);
  return {
    masterchainInfo: ['/api/v3/masterchainInfo'],
    masterchainBlockShards: seqnos.map((seqno) => `/api/v3/masterchainBlockShards?seqno=${seqno}&limit=100`),
    masterchainBlockShardState: seqnos.map((seqno) => `/api/v3/masterchainBlockShardState?seqno=${seqno}&limit=100`),
    transactionsByMessage: messages.map(({ hex }) => `/api/v3/transactionsByMessage?msg_hash=${hex}`),
    decode: bodies.map(({ boc }) => `/api/v3/decode?bodies=${boc}`),
  };
}
