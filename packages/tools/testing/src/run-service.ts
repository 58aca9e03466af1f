/** A service that runs until it is stopped. */
export interface RunningService {
  /** Looked at by whoever stops it; until then a failure does not end the test process. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

export function runService(service: { run(signal: AbortSignal): Promise<void> }): RunningService {
  const stop = new AbortController();
  const ended = service.run(stop.signal);
  ended.catch(() => undefined);
  return {
    ended,
    async stop() {
      stop.abort();
      await ended;
    },
  };
}
