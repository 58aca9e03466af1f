/** The answer of `/live` and `/ready`. */
export interface HealthReport {
  readonly isOk: boolean;
  /** Name → problem; empty when all is well. */
  readonly problems: Readonly<Record<string, string>>;
}

/**
 * The health of a process, reported by its loops: a process with a loop that stands still is not alive. The clock is an
 * option, so that tests can set the time.
 */
export interface Health {
  /** Declares a loop that must call the returned function at least every `silenceMsMax`. */
  loop(name: string, silenceMsMax: number): () => void;
  /**
   * Declares a condition for taking traffic. Call with `undefined` when it is met, else with the reason.
   *
   * @param reason why it is not met yet; `/ready` shows it until the first call
   */
  condition(name: string, reason?: string): (problem: string | undefined) => void;
  /** Declares a condition without which the process cannot work until it is restarted. It is met at first. */
  vital(name: string): (problem: string | undefined) => void;
  live(): HealthReport;
  ready(): HealthReport;
}

export interface HealthOptions {
  /** A clock in milliseconds that never jumps: a wall clock that is set back would hide a loop that stands still. */
  readonly now?: () => number;
}

export function createHealth({ now = () => performance.now() }: HealthOptions = {}): Health {
  const loops = new Map<string, { lastMs: number; readonly silenceMsMax: number }>();
  const conditions = new Map<string, string | undefined>();
  const vitals = new Map<string, string | undefined>();
  const live = (): HealthReport => {
    const problems: Record<string, string> = problemsOf(vitals);
    for (const [name, { lastMs, silenceMsMax }] of loops) {
      const silenceMs = now() - lastMs;
      if (silenceMs > silenceMsMax) problems[name] = `no sign of life for ${Math.round(silenceMs / 1000)} s`;
    }
    return report(problems);
  };
  return {
    loop(name, silenceMsMax) {
      const state = { lastMs: now(), silenceMsMax };
      loops.set(name, state);
      return () => {
        state.lastMs = now();
      };
    },
    condition(name, reason = 'not started') {
      conditions.set(name, reason);
      return (problem) => {
        conditions.set(name, problem);
      };
    },
    vital(name) {
      vitals.set(name, undefined);
      return (problem) => {
        vitals.set(name, problem);
      };
    },
    live,
    ready: () => report({ ...live().problems, ...problemsOf(conditions) }),
  };
}

function problemsOf(states: ReadonlyMap<string, string | undefined>): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [name, problem] of states) if (problem !== undefined) problems[name] = problem;
  return problems;
}

function report(problems: Readonly<Record<string, string>>): HealthReport {
  return { isOk: Object.keys(problems).length === 0, problems };
}
