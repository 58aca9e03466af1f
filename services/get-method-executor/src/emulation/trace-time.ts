/** The time that a trace may take. It begins with the first transaction: threads may have to start, and others may be first. */
export interface TraceTime {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Most of it has gone by: what is there should be told. */
  readonly isNearlyOver: boolean;
  /** Begins the time, the first time that it is called. */
  begin(): void;
  /** Time that a trace waits for a thread is not its own: on a busy machine no trace would be emulated. */
  pause(): void;
  /** Ends a pause; does nothing where there is none. */
  resume(): void;
  /** Frees what measures it. */
  end(): void;
}

export interface TraceTimeLimits {
  /** Milliseconds without the pauses. */
  readonly ownMsMax: number;
  /** Milliseconds with the pauses: somebody waits for the answer. */
  readonly allMsMax: number;
}

/** Nearly over: this part of either time has gone by. The rest is for saying what the trace does. */
const NEARLY = 2 / 3;

export function createTraceTime({ ownMsMax, allMsMax }: TraceTimeLimits, now: () => number): TraceTime {
  const over = new AbortController();
  let beganAtMs: number | undefined;
  /** Undefined while it is paused. */
  let resumedAtMs: number | undefined;
  let ownMs = 0;
  let ownTimer: NodeJS.Timeout | undefined;
  let allTimer: NodeJS.Timeout | undefined;
  const abort = (): void => over.abort();
  const usedMs = (): number => ownMs + (resumedAtMs === undefined ? 0 : now() - resumedAtMs);
  const resume = (): void => {
    if (beganAtMs === undefined || resumedAtMs !== undefined) return;
    resumedAtMs = now();
    ownTimer = setTimeout(abort, ownMsMax - ownMs).unref();
  };
  return {
    signal: over.signal,
    get isNearlyOver() {
      if (beganAtMs === undefined) return false;
      return usedMs() >= ownMsMax * NEARLY || now() - beganAtMs >= allMsMax * NEARLY;
    },
    begin() {
      if (beganAtMs !== undefined) return;
      beganAtMs = now();
      allTimer = setTimeout(abort, allMsMax).unref();
      resume();
    },
    pause() {
      if (resumedAtMs === undefined) return;
      ownMs = usedMs();
      resumedAtMs = undefined;
      clearTimeout(ownTimer);
    },
    resume,
    end() {
      clearTimeout(ownTimer);
      clearTimeout(allTimer);
    },
  };
}
