import type { EmulationCall, EmulationResult, GetMethodCall, GetMethodResult, TvmPool } from '@tonriver/tvm';

/** A pool that records its calls and gives preset answers. */
export interface FakePool extends TvmPool {
  readonly calls: GetMethodCall[];
  /** The signals that came with the calls. */
  readonly signals: (AbortSignal | undefined)[];
  run: (call: GetMethodCall) => Promise<Partial<GetMethodResult>>;
  readonly emulations: EmulationCall[];
  emulate: (call: EmulationCall) => Promise<EmulationResult>;
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
    emulations: [],
    emulate: async () => ({ kind: 'not_accepted', exitCode: 33, reason: 'refused by the fake pool' }),
    async emulateTransaction(call, options) {
      pool.emulations.push(call);
      pool.signals.push(options?.signal);
      return await pool.emulate(call);
    },
    collect: () => undefined,
    status: () => ({ workersReady: 1, running: 0, waiting: 0, workersReplaced: 0, callsRepeated: 0 }),
    close: async () => undefined,
  };
  return pool;
}
