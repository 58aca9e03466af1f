import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ContinueTraceCall,
  type EmulatedTraceAnswer,
  type EmulateTraceCall,
  type FeeEstimateCall,
  type GetMethodAnswer,
  type GetMethodCall,
  type GetMethodExecutor,
  getMethodAnswer,
} from '@tonriver/api-model';
import type { AccountSource } from '@tonriver/chain-source';
import type { Cache } from '@tonriver/cache';
import { hashFromHex } from '@tonriver/chain-model';
import { createReadingStore, createStateReader } from '@tonriver/chain-reader';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Metrics } from '@tonriver/telemetry';
import type { TvmPool } from '@tonriver/tvm';
import type { GetMethodExecutorConfig } from './config.ts';
import { createContinueTrace } from './emulation/continue-trace.ts';
import { createEmulateTrace } from './emulation/emulate-trace.ts';
import { createEstimateFee } from './emulation/estimate-fee.ts';
import { createInterfacesOfTrace } from './emulation/interfaces-of-trace.ts';
import { createReadAhead } from './emulation/read-ahead.ts';
import { createTraceTime, type TraceTimeLimits, type TraceTurn } from './emulation/trace-time.ts';
import { createLanes } from './run/lanes.ts';
import { createRunGetMethod, type RunGetMethod } from './run/run-get-method.ts';
import { createRunMethod } from './run/run-method.ts';
import { createSharedRuns } from './run/shared-runs.ts';
import { createSurroundings } from './run/surroundings.ts';
import { createWorkInTurn } from './run/work-in-turn.ts';
import type { ChainState, RunPoint } from './state/chain-state.ts';
import { createChainState } from './state/create-chain-state.ts';

export {
  boundsOfPool,
  defaultGetMethodExecutorConfig,
} from './config.ts';
export { startExecutorServer } from './http/executor-server.ts';

export { createOnDemandPool } from './run/on-demand-pool.ts';

export interface GetMethodExecutorDependencies {
  /** Dependencies of the executor. The caller opens and closes them. */
  readonly store: ClickHouseStore;
  readonly pool: TvmPool;
  /** Losing the cache only costs time. */
  readonly cache: Cache;
  /** Used for accounts that the index does not know. */
  readonly source?: AccountSource | undefined;
  readonly metrics: Metrics;
  /** Name of the network: part of every cache key. */
  readonly network: string;
  readonly config: GetMethodExecutorConfig;
  /** A clock in milliseconds that is never set back. */
  readonly now?: () => number;
  /** The time that a trace has. Tests of its other bounds give more: how fast a machine is must not count there. */
  readonly traceTime?: TraceTimeLimits;
}

export interface GetMethodExecutorService extends GetMethodExecutor {
  /** Reads what emulations at new rounds need, while emulations are asked for. Resolves when the signal aborts. */
  readAhead(signal: AbortSignal): Promise<void>;
}

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
};

/** The engine's time limit for a query. A call may take several, and its caller waits for all of them. */
const QUERY_SECONDS_MAX = 3;
/** A trace has three seconds of its own, as in the deployed service. Those who wait for it do so for twelve. */
const TRACE_TIME = { ownMsMax: 3_000, allMsMax: 9_000 };

/**
 * Runs get-methods, and emulates messages, at indexed blocks, or at blocks of a source while nothing is indexed. Equal
 * get-methods at one block run once: calls at the same time share the run, later ones are answered from the cache. A
 * call whose callers have all left is not begun; a running one goes on within the pool's limits. Every refusal is a
 * `GetMethodError`.
 */
export function createGetMethodExecutor(dependencies: GetMethodExecutorDependencies): GetMethodExecutorService {
  const { store, pool, source, metrics, config, now = () => performance.now(), traceTime = TRACE_TIME } = dependencies;
  const { blocksMax, accountsMax, treeBytesMax, watermarkMsMax, gasLimit, callsMax } = config;
  const state = createChainState({
    stored: createStateReader(createReadingStore(store, QUERY_SECONDS_MAX)),
    source,
    now,
    bounds: { watermarkMsMax, blocksMax, accountsMax, treeBytesMax },
  });
  const bounds = { environmentsMax: blocksMax, librariesMax: accountsMax, libraryBytesMax: treeBytesMax };
  const surroundings = createSurroundings(state, bounds);
  const lanes = createLanes({ ...config.slow, kindsMax: accountsMax });
  const runMethod = createRunMethod({ state, pool, lanes, surroundings });
  const runGetMethod = createRunGetMethod({ state, runMethod, gasLimit });
  const estimateFee = createEstimateFee({ state, pool, lanes, surroundings });
  const shared = { state, pool, lanes, surroundings };
  const readInterfaces = createInterfacesOfTrace({ runMethod, codesMax: accountsMax });
  const emulateTrace = createEmulateTrace(shared, readInterfaces);
  const continueTrace = createContinueTrace(shared, readInterfaces);
  const ahead = createReadAhead({ state, surroundings, now, pause });
  addGauges(metrics, pool);
  const sharedRuns = createSharedRuns<GetMethodAnswer>();
  const inTurn = createWorkInTurn({ pool, metrics, callsMax, leftCount: () => sharedRuns.leftCount, now });

  const answer = async (call: GetMethodCall, caller: AbortSignal | undefined): Promise<GetMethodAnswer> => {
    const point = await pointOf(state, call);
    const key = cacheKey(dependencies.network, point, call, gasLimit);
    return await sharedRuns.run(key, caller, (wanted) =>
      answerAt(dependencies, runGetMethod, key, { call, point, wanted }),
    );
  };

  const inTime = async (
    caller: AbortSignal | undefined,
    begin: (turn: TraceTurn) => Promise<EmulatedTraceAnswer>,
  ): Promise<EmulatedTraceAnswer> => {
    ahead.onEmulation();
    const time = createTraceTime(traceTime, now);
    const wanted = caller === undefined ? time.signal : AbortSignal.any([caller, time.signal]);
    try {
      return await inTurn('emulation', wanted, {
        begin: (leave) => begin({ wanted, time, leave }),
        outcomeOf: () => 'trace',
      });
    } finally {
      time.end();
    }
  };

  return {
    readAhead: (signal) => ahead.run(signal),
    async run(call, { signal } = {}) {
      const outcomeOf = ({ isCached }: GetMethodAnswer): string => (isCached ? 'cached' : 'run');
      return await inTurn('get-method', signal, { begin: () => answer(call, signal), outcomeOf });
    },
    async estimateFee(call: FeeEstimateCall, { signal = new AbortController().signal } = {}) {
      return await inTurn('emulation', signal, { begin: () => estimateFee(call, signal), outcomeOf: () => 'run' });
    },
    emulateTrace: (call: EmulateTraceCall, { signal } = {}) => inTime(signal, (turn) => emulateTrace(call, turn)),
    continueTrace: (call: ContinueTraceCall, { signal } = {}) => inTime(signal, (turn) => continueTrace(call, turn)),
  };
}

async function pointOf(state: ChainState, call: GetMethodCall): Promise<RunPoint> {
  const address = { workchain: call.workchain, hash: hashFromHex(call.accountHex) };
  return await state.point({ seqno: call.seqno, address, methodId: call.methodId });
}

async function answerAt(
  { cache, config }: GetMethodExecutorDependencies,
  runGetMethod: RunGetMethod,
  key: string,
  { call, point, wanted }: { readonly call: GetMethodCall; readonly point: RunPoint; readonly wanted: AbortSignal },
): Promise<GetMethodAnswer> {
  const kept = readAnswer(await cache.get(key));
  if (kept !== undefined) return { ...kept, isCached: true };
  const answered = { ...(await runGetMethod(call, point, wanted)), isCached: false };
  const value = JSON.stringify(answered);
  if (value.length <= config.cachedAnswerBytesMax) await cache.set({ key, value, ttlMs: config.answerTtlMs });
  return answered;
}

/** An answer that another version kept, or that cannot be read, is computed again. */
function readAnswer(bytes: Uint8Array | undefined): GetMethodAnswer | undefined {
  if (bytes === undefined) return undefined;
  try {
    return getMethodAnswer.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Contains everything that the answer depends on: the network, the block, the call in neutral form, and the gas. */
function cacheKey(network: string, point: RunPoint, call: GetMethodCall, gasLimit: bigint): string {
  const { workchain, accountHex, methodId, stack } = call;
  const text = JSON.stringify([workchain, accountHex, methodId, stack, gasLimit.toString()]);
  return `tonriver:get-method:1:${network}:${point.key}:${createHash('sha256').update(text).digest('base64url')}`;
}

function addGauges(metrics: Metrics, pool: TvmPool): void {
  const gauges = {
    workersReady: metrics.gauge('tonriver_tvm_workers_ready', 'TVM threads that can run calls'),
    running: metrics.gauge('tonriver_tvm_calls_running', 'Calls that run'),
    waiting: metrics.gauge('tonriver_tvm_calls_waiting', 'Calls that wait for a thread'),
    workersReplaced: metrics.gauge('tonriver_tvm_workers_replaced', 'TVM threads ended or lost since the start'),
    callsRepeated: metrics.gauge('tonriver_tvm_calls_repeated', 'Calls repeated in a fresh instance since the start'),
  };
  for (const [name, gauge] of Object.entries(gauges)) {
    const read = (): number => pool.status()[name as keyof typeof gauges];
    // Read from the pool when metrics are collected, so that nothing has to be counted here.
    Object.assign(gauge, { collect: () => gauge.set(read()) });
  }
}
