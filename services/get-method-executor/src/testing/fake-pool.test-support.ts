import type { GetMethodCall, GetMethodResult, TvmPool } from '@tonriver/tvm';

/** A pool that records its calls and gives preset answers. */
export interface FakePool extends TvmPool {
  readonly calls: GetMethodCall[];
  /** The signals that came with the calls. */
  readonly signals: (AbortSignal | undefined)[];
  run: (call: GetMethodCall) => Promise<Partial<GetMethodResult>>;
}

const noResult: GetMethodResult = {
  exitCode: 0,
  gasUsed: 100n,
  stack: [],
  stackBoc: new Uint8Array(),
  missingLibrary: null,
  usedWholeConfig: false,
};

export function createFakePool(): FakePool {
  const pool: FakePool = {
    calls: [],
    signals: [],
    run: async () => ({}),
    async runGetMethod(call, options) {
      pool.calls.push(call);
      pool.signals.push(options?.signal);
      return { ...noResult, ...(await pool.run(call)) };
    },
    emulateTransaction: () => Promise.reject(new TypeError('The executor runs get-methods')),
    collect: () => undefined,
    status: () => ({ workersReady: 1, running: 0, waiting: 0, workersReplaced: 0, callsRepeated: 0 }),
    close: async () => undefined,
  };
  return pool;
}
