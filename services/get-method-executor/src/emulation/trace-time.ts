/** The time that a trace may take, from when it is asked for. */
export interface TraceTime {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Aborts when two thirds have gone by: a large trace gets no more transactions. */
  readonly transactionsOver: AbortSignal;
  /** Aborts when five sixths have gone by: of a large trace no more contracts are asked what they are. */
  readonly contractsOver: AbortSignal;
  /** Begins the trace's own time, once: after its first transaction, because others may be first. */
  begin(): void;
  /** Time that a trace waits for a thread is not its own: on a busy machine no trace would be emulated. */
  pause(): void;
  /** Ends a pause; does nothing where there is none. */
  resume(): void;
  /** Ends it, whatever is called afterwards. */
  end(): void;
}

/** What a trace is emulated within. */
export interface TraceTurn {
  /** Aborts when the caller has left, or the time is over. */
  readonly wanted: AbortSignal;
  /** Begins with the first transaction, or when contracts are asked what they are. */
  readonly time: TraceTime;
  /** Takes work that goes on although the trace is told without it. */
  readonly leave: (rest: Promise<unknown>) => void;
}

export interface TraceTimeLimits {
  /** Milliseconds without the pauses. */
  readonly ownMsMax: number;
  /** Milliseconds in all: somebody waits for the answer. */
  readonly allMsMax: number;
}

/** The parts of either time after which a large trace is told as far as it got. */
const [TRANSACTIONS, CONTRACTS] = [2 / 3, 5 / 6];

export function createTraceTime({ ownMsMax, allMsMax }: TraceTimeLimits, now: () => number): TraceTime {
  const ends = [TRANSACTIONS, CONTRACTS, 1].map((part) => ({ part, over: new AbortController() }));
  const [transactions, contracts, all] = ends.map(({ over }) => over.signal) as [AbortSignal, AbortSignal, AbortSignal];
  const abortAfter = (msOf: (part: number) => number): NodeJS.Timeout[] =>
    ends.map(({ part, over }) => setTimeout(() => over.abort(), msOf(part)).unref());
  const allTimers = abortAfter((part) => allMsMax * part);
  let ownTimers: NodeJS.Timeout[] = [];
  let state: 'not_begun' | 'running' | 'paused' | 'ended' = 'not_begun';
  let resumedAtMs = 0;
  let ownMs = 0;
  const run = (): void => {
    state = 'running';
    resumedAtMs = now();
    ownTimers = abortAfter((part) => ownMsMax * part - ownMs);
  };
  return {
    signal: all,
    transactionsOver: transactions,
    contractsOver: contracts,
    begin() {
      if (state === 'not_begun') run();
    },
    pause() {
      if (state !== 'running') return;
      ownMs += now() - resumedAtMs;
      state = 'paused';
      for (const timer of ownTimers) clearTimeout(timer);
    },
    resume() {
      if (state === 'paused') run();
    },
    end() {
      state = 'ended';
      for (const timer of [...ownTimers, ...allTimers]) clearTimeout(timer);
    },
  };
}
