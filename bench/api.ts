import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createApiGateway, defaultApiGatewayConfig } from '@tonriver/api-gateway/service';
import { bodiesOfPart } from '@tonriver/block-rows';
import { createMemoryCache } from '@tonriver/cache';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { silentLogger as logger } from '@tonriver/logger';
import { columnsSql, transactionPartsTable } from '@tonriver/row-schema';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import type { Bench } from './bench.ts';
import { buildSource } from './built-source.ts';
import type { LoadOrder, LoadResult } from './http-load.ts';
import { percentile } from './measure.ts';
import { openPipeline } from './open-pipeline.ts';

const SECONDS = 5;
const CLIENTS = [1, 64] as const;
/** More distinct requests than one run can make, so that no answer of a cold run is cached. */
const KEYS_MAX = 60_000;
/** Bodies for `decode`, and the parts of blocks that they are taken from. */
const BODIES_MAX = 2_000;
const BODY_BYTES_MAX = 300;
const PARTS_OF_BODIES = 100;
/** Requests of a warm run. Each is sent once before it begins. */
const WARM_PATHS = 50;
/** Longer than a warm run: on a slow machine the first answers would expire before it begins. */
const CACHED_MS = 600_000;

/**
 * Measures latency and throughput of each endpoint over HTTP, cold (no cache) and warm. Another process makes the load.
 */
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
          figures[`${name}.p50_ms`] = percentile(result.latenciesMs, 0.5);
          figures[`${name}.p99_ms`] = percentile(result.latenciesMs, 0.99);
          figures[`${name}.requests_per_second`] = result.latenciesMs.length / SECONDS;
          if (result.refusals > 0) figures[`${name}.refused_per_second`] = result.refusals / SECONDS;
          if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests failed`);
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
): Promise<LoadResult> {
  // Cold: no answer is cached. Warm: a few requests are repeated.
  const isCold = temperature === 'cold';
  const gateway = createApiGateway({
    store,
    cache: createMemoryCache({ bytesMax: isCold ? 1 : 256 * 1024 * 1024 }),
    logger,
    metrics: createMetrics(),
    health: createHealth(),
    network: { name: 'bench', isTestnet: false },
    config: { ...defaultApiGatewayConfig(), port: 0, answerTtlMs: CACHED_MS },
  });
  const { port } = await gateway.start();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const asked = isCold ? paths : paths.slice(0, WARM_PATHS);
  if (!isCold) for (const path of asked) await fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.text());
  const result = await load({ port, paths: asked, clients, seconds: SECONDS });
  await gateway.stop();
  return result;
}

/** Sends requests from another process, so that the load does not take the gateway's time. */
async function load(order: LoadOrder): Promise<LoadResult> {
  const entry = join(dirname(fileURLToPath(import.meta.url)), 'http-load.ts');
  const child = spawn(process.execPath, ['--import', import.meta.resolve('@tonriver/strip-types'), entry], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(order));
  return JSON.parse(await text(child.stdout)) as LoadResult;
}

/** Returns requests with keys of the chain, in another order than that of the tables. */
async function pathsOf(store: ClickHouseStore, rounds: number): Promise<Readonly<Record<string, readonly string[]>>> {
  const messages = await store.query<{ readonly hex: string }>(
    `SELECT hex(hash) AS hex FROM messages FINAL ORDER BY cityHash64(hash) LIMIT ${KEYS_MAX}`,
  );
  const bodies = await smallBodies(store);
  const seqnos = Array.from({ length: rounds - 1 }, (_, index) => ((index * 7919) % (rounds - 1)) + 2);
  return {
    masterchainInfo: ['/api/v3/masterchainInfo'],
    masterchainBlockShards: seqnos.map((seqno) => `/api/v3/masterchainBlockShards?seqno=${seqno}&limit=100`),
    masterchainBlockShardState: seqnos.map((seqno) => `/api/v3/masterchainBlockShardState?seqno=${seqno}&limit=100`),
    transactionsByMessage: messages.map(({ hex }) => `/api/v3/transactionsByMessage?msg_hash=${hex}`),
    decode: bodies.map((boc) => `/api/v3/decode?bodies=${Buffer.from(boc).toString('hex')}`),
  };
}

/** Returns different bodies of messages that fit into a URL. */
async function smallBodies(store: ClickHouseStore): Promise<readonly Uint8Array[]> {
  const { columns } = transactionPartsTable;
  const parts = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM transaction_parts FINAL WHERE kind = 'cells' ORDER BY block_round LIMIT ${PARTS_OF_BODIES}`,
  );
  const bodies = new Map(parts.flatMap((part) => [...bodiesOfPart(part)]));
  return [...bodies.values()].filter(({ length }) => length < BODY_BYTES_MAX).slice(0, BODIES_MAX);
}
