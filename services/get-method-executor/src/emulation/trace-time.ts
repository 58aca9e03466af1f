/** The time that a trace may take, from when it is asked for. */
export interface TraceTime {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Most of it has gone by: what is there should be told. */
  readonly isNearlyOver: boolean;
  /** Begins the trace's own time, once: after its first transaction, because others may be first. */
  begin(): void;
  /** Time that a trace waits for a thread is not its own: on a busy machine no trace would be emulated. */
  pause(): void;
  /** Ends a pause; does nothing where there is none. */
  resume(): void;
  /** Ends it, whatever is called afterwards. */
  end(): void;
}

export interface TraceTimeLimits {
  /** Milliseconds without the pauses. */
  readonly ownMsMax: number;
  /** Milliseconds in all: somebody waits for the answer. */
  readonly allMsMax: number;
}

/** Nearly over: this part of either time has gone by. The rest is for saying what the trace does. */
const NEARLY = 2 / 3;

export function createTraceTime({ ownMsMax, allMsMax }: TraceTimeLimits, now: () => number): TraceTime {
  const over = new AbortController();
  const abort = (): void => over.abort();
  const askedAtMs = now();
  const allTimer = setTimeout(abort, allMsMax).unref();
  let ownTimer: NodeJS.Timeout | undefined;
  let state: 'not_begun' | 'running' | 'paused' | 'ended' = 'not_begun';
  let resumedAtMs = 0;
  let ownMs = 0;
  const usedMs = (): number => ownMs + (state === 'running' ? now() - resumedAtMs : 0);
  const run = (): void => {
    state = 'running';
    resumedAtMs = now();
    ownTimer = setTimeout(abort, ownMsMax - ownMs).unref();
  };
  return {
    signal: over.signal,
    get isNearlyOver() {
      return usedMs() >= ownMsMax * NEARLY || now() - askedAtMs >= allMsMax * NEARLY;
    },
    begin() {
      if (state === 'not_begun') run();
    },
    pause() {
      if (state !== 'running') return;
      ownMs = usedMs();
      state = 'paused';
      clearTimeout(ownTimer);
    },
    resume() {
      if (state === 'paused') run();
    },
    end() {
      state = 'ended';
      clearTimeout(ownTimer);
      clearTimeout(allTimer);
    },
  };
}
