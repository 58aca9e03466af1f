import { createApiGateway, defaultApiGatewayConfig } from '@tonriver/api-gateway/service';
import { openRecordedAccounts, type RecordedAccounts } from '@tonriver/recordings';
import { createMemoryCache } from '@tonriver/cache';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
import {
  boundsOfPool,
  createGetMethodExecutor,
  defaultGetMethodExecutorConfig,
} from '@tonriver/get-method-executor/service';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { createTvmPool, type TvmPoolOptions } from '@tonriver/tvm';

export { recordedCallLines } from './recorded-call-lines.ts';

export interface ServeAccountsOptions {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** See `openRecordedAccounts`. */
  readonly preferredSeqno?: number | undefined;
  readonly host: string;
  readonly port: number;
  /** Where the tables are that stay empty. */
  readonly dataDirectory: string;
  readonly logger: Logger;
  readonly pool?: Partial<TvmPoolOptions>;
  /** An open engine to use instead of `dataDirectory`: a process can have only one. */
  readonly store?: ClickHouseStore;
  /** Size of the cache of answers; 0 computes every call. Default 64 MiB. */
  readonly cacheBytesMax?: number;
}

export interface ServedAccounts {
  readonly port: number;
  readonly accounts: RecordedAccounts;
}

/** Name of the network of the recordings; it is only used in cache keys. */
const NETWORK = 'recorded';
const CACHE_BYTES_MAX = 64 * 1024 * 1024;

/** Starts the gateway and the executor over recordings. The other endpoints answer that nothing is indexed. */
export async function serveAccounts(scope: Scope, options: ServeAccountsOptions): Promise<ServedAccounts> {
  const { host, port, logger } = options;
  const metrics = createMetrics();
  const openAccounts = () => openRecordedAccounts(options);
  const accounts = await scope.start('recordings', openAccounts, (opened) => opened.close());
  const store = options.store ?? (await openStore(scope, options.dataDirectory));
  const defaults = defaultGetMethodExecutorConfig();
  const poolOptions = { ...defaults.pool, ...options.pool };
  const config = { ...defaults, ...boundsOfPool(poolOptions) };
  const startPool = () => createTvmPool(poolOptions);
  const pool = await scope.start('tvm', startPool, (started) => started.close());
  const cacheBytesMax = options.cacheBytesMax ?? CACHE_BYTES_MAX;
  const executor = createGetMethodExecutor({
    store,
    pool,
    cache: createMemoryCache({ bytesMax: Math.max(cacheBytesMax, 1) }),
    source: accounts,
    metrics,
    network: NETWORK,
    config,
  });
  const gateway = createApiGateway({
    store,
    cache: createMemoryCache({ bytesMax: CACHE_BYTES_MAX }),
    executor,
    logger,
    metrics,
    health: createHealth(),
    network: { name: NETWORK, isTestnet: false },
    config: defaultApiGatewayConfig({ host, port }),
  });
  const listening = await scope.start(
    'http',
    () => gateway.start(),
    () => gateway.stop(),
  );
  return { port: listening.port, accounts };
}

async function openStore(scope: Scope, path: string): Promise<ClickHouseStore> {
  const open = () => openEmbeddedClickHouse({ path, database: `ton_${NETWORK}` });
  const store = await scope.start('clickhouse', open, (opened) => opened.close());
  await migrate(store);
  return store;
}
