import { TvmError, type TvmPool, type TvmPoolStatus } from '@tonriver/tvm';

const NOT_STARTED: TvmPoolStatus = { workersReady: 0, running: 0, waiting: 0, workersReplaced: 0, callsRepeated: 0 };

/** A pool whose threads may not have started. */
export interface OnDemandPool extends TvmPool {
  /** Starts the threads, for a process that will get calls whose callers should not wait for that. */
  begin(): void;
}

/**
 * A pool whose threads start with the first call, for a process that also does other work and may never get a call. If
 * the start fails, the next call tries it again.
 */
export function createOnDemandPool(start: () => Promise<TvmPool>): OnDemandPool {
  let starting: Promise<TvmPool> | undefined;
  let started: TvmPool | undefined;
  let isClosed = false;
  const pool = async (): Promise<TvmPool> => {
    if (isClosed) throw new TvmError('tvm_closed', 'The pool is closed');
    starting ??= start().then(
      (ready) => {
        started = ready;
        return ready;
      },
      (error: unknown) => {
        starting = undefined;
        throw error;
      },
    );
    return await starting;
  };
  return {
    // The first call says why they do not start.
    begin: () => void pool().catch(() => undefined),
    runGetMethod: async (call, options) => await (await pool()).runGetMethod(call, options),
    emulateTransaction: async (call, options) => await (await pool()).emulateTransaction(call, options),
    collect: () => started?.collect(),
    status: () => started?.status() ?? NOT_STARTED,
    async close() {
      isClosed = true;
      const opened = await starting?.catch(() => undefined);
      await opened?.close();
    },
  };
}
