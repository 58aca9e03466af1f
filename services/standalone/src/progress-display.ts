import type { Logger } from '@tonriver/logger';

export interface ProgressDisplay {
  /** Starts drawing. Called after the start has printed its own lines. */
  begin(): void;
  fetched(progress: {
    readonly roundsDone: number;
    readonly roundsTotal: number;
    readonly partialBlocks: number;
  }): void;
  fetchDone(progress: { readonly roundsDone: number }): void;
  watermark(watermark: { readonly first: number; readonly last: number }): void;
  stop(): void;
}

const REDRAW_MS = 500;
const LOG_MS = 5000;
/** The rate is that of this time. A shorter one makes it jump, a longer one makes it late after a change. */
const RATE_WINDOW_MS = 10_000;

/** Shows rounds, rate and time left: on a terminal in one line that is redrawn, elsewhere in log lines. */
export function createProgressDisplay(options: {
  readonly isTerminal: boolean;
  readonly logger: Logger;
  readonly write: (text: string) => void;
  readonly now?: () => number;
}): ProgressDisplay {
  const { isTerminal, logger, write, now = Date.now } = options;
  const samples: { readonly atMs: number; readonly rounds: number }[] = [];
  let indexed = 0;
  let watermark = 0;
  let total: number | undefined;
  let isDone = false;
  let isBegun = false;
  let lastLine = '';

  const draw = (): void => {
    if (!isBegun || (total === undefined && samples.length === 0)) return;
    const { rate, secondsLeft } = pace(samples, total === undefined ? undefined : total - indexed);
    if (isTerminal) {
      const speed = isDone || rate === 0 ? '' : `, ${rate.toFixed(1)} rounds/s`;
      const left = secondsLeft === undefined || isDone ? '' : `, ${formatDuration(secondsLeft)} left`;
      const line = `watermark ${watermark}: ${indexed} of ${total ?? '?'} rounds${speed}${left}`;
      if (line === lastLine) return;
      write(`\r\u001b[K${line}`);
      lastLine = line;
    } else {
      const state = `${watermark} ${indexed} ${total}`;
      // No entry without progress.
      if (state === lastLine) return;
      lastLine = state;
      logger.info('Progress', {
        watermark,
        rounds: indexed,
        roundsTotal: total,
        roundsPerSecond: round(rate),
        secondsLeft,
      });
    }
  };
  /** Called after a change of the watermark or of the total, which may come in either order. */
  const settle = (): void => {
    isDone = total !== undefined && indexed >= total;
    if (isDone) draw();
  };
  const timer = setInterval(draw, isTerminal ? REDRAW_MS : LOG_MS);
  timer.unref();
  return {
    begin() {
      isBegun = true;
      draw();
    },
    fetched({ roundsTotal }) {
      total = roundsTotal;
      settle();
    },
    fetchDone({ roundsDone }) {
      total = roundsDone;
      settle();
    },
    watermark({ first, last }) {
      watermark = last;
      indexed = last - first + 1;
      samples.push({ atMs: now(), rounds: indexed });
      while (samples.length > 2 && now() - samples[0]!.atMs > RATE_WINDOW_MS) samples.shift();
      settle();
    },
    stop() {
      clearInterval(timer);
      if (isTerminal && lastLine !== '') write('\n');
    },
  };
}

function pace(
  samples: readonly { readonly atMs: number; readonly rounds: number }[],
  roundsLeft: number | undefined,
): { readonly rate: number; readonly secondsLeft: number | undefined } {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.atMs === first.atMs) return { rate: 0, secondsLeft: undefined };
  const rate = ((last.rounds - first.rounds) / (last.atMs - first.atMs)) * 1000;
  const secondsLeft = roundsLeft === undefined || rate === 0 ? undefined : Math.ceil(Math.max(0, roundsLeft) / rate);
  return { rate, secondsLeft };
}

/** `42 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
