import type { GetMethodExecutor } from '@tonriver/api-model';
import { createMemoryCache } from '@tonriver/cache';
import type { Network } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  createGetMethodExecutor,
  createOnDemandPool,
  defaultGetMethodExecutorConfig,
} from '@tonriver/get-method-executor/service';
import type { Scope } from '@tonriver/lifecycle';
import type { Metrics } from '@tonriver/telemetry';
import { createTvmPool } from '@tonriver/tvm';

const CACHE_BYTES_MAX = 32 * 1024 * 1024;

/** Creates the get-method executor. Its threads start with the first call, or at once where messages are emulated. */
export async function startExecutor(
  scope: Scope,
  {
    store,
    metrics,
    network,
    takesMessages,
  }: {
    readonly store: ClickHouseStore;
    readonly metrics: Metrics;
    readonly network: Network;
    readonly takesMessages: boolean;
  },
): Promise<GetMethodExecutor> {
  const config = defaultGetMethodExecutorConfig();
  const pool = await scope.start(
    'tvm',
    () => createOnDemandPool(() => createTvmPool(config.pool)),
    (opened) => opened.close(),
  );
  if (takesMessages) pool.begin();
  const cache = createMemoryCache({ bytesMax: CACHE_BYTES_MAX });
  const executor = createGetMethodExecutor({ store, pool, cache, metrics, network: network.name, config });
  if (takesMessages) scope.background('read-ahead', (signal) => executor.readAhead(signal));
  return executor;
}
