import { createMemoryCache } from '@tonriver/cache';
import { stubStore } from '@tonriver/chain-reader/testing';
import type { AccountSource } from '@tonriver/chain-source';
import { createMetrics } from '@tonriver/telemetry';
import type { TvmPool } from '@tonriver/tvm';
import type { TraceTimeLimits } from '../emulation/trace-time.ts';
import { createGetMethodExecutor, defaultGetMethodExecutorConfig, type GetMethodExecutorService } from '../service.ts';

/** More than the trace of any test takes on a slow machine. */
export const AMPLE_TIME: TraceTimeLimits = { ownMsMax: 50_000, allMsMax: 50_000 };

interface ExecutorOfChainOptions {
  readonly pool: TvmPool;
  readonly source: AccountSource;
  /** Those of the service by default. */
  readonly traceTime?: TraceTimeLimits;
  readonly callsMax?: number;
}

/** An executor of accounts that a source has; nothing is indexed. */
export function executorOfChain({ callsMax = 10, ...options }: ExecutorOfChainOptions): GetMethodExecutorService {
  return createGetMethodExecutor({
    ...options,
    store: stubStore(),
    cache: createMemoryCache({ bytesMax: 1_000_000 }),
    metrics: createMetrics(),
    network: 'test',
    config: defaultGetMethodExecutorConfig({ callsMax }),
  });
}

/** A pool with some functions in place of its own. */
export function poolWith(pool: TvmPool, changes: Partial<TvmPool>): TvmPool {
  return {
    runGetMethod: (call, options) => pool.runGetMethod(call, options),
    emulateTransaction: (call, options) => pool.emulateTransaction(call, options),
    collect: () => pool.collect(),
    status: () => pool.status(),
    close: () => pool.close(),
    ...changes,
  };
}
