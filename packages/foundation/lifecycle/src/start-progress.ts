import type { Logger } from '@tonriver/logger';

/** One step of a start: opening a part, or work that is counted. */
export interface StartStep {
  readonly name: string;
  /** For counted work: how much of `total` is done. */
  readonly done?: number;
  readonly total?: number;
  /** The unit of the count: `rounds`, `files`. */
  readonly unit?: string;
}

export interface StartProgress {
  /** The step that begins now. `undefined`: the start is over, and nothing more is reported. */
  step(step: StartStep | undefined): void;
}

const LOG_MS = 3_000;
const REDRAW_MS = 250;

/**
 * Shows that a start goes on: on a terminal by one moving line that is removed at the end, elsewhere by a log line
 * every few seconds. A short start writes no log line.
 *
 * @param options.terminal writes to the terminal, if there is one
 */
export function createStartProgress(options: {
  readonly logger: Logger;
  readonly terminal?: ((text: string) => void) | undefined;
  readonly now?: () => number;
}): StartProgress {
  const { logger, terminal, now = () => performance.now() } = options;
  const startedAtMs = now();
  let current: StartStep | undefined;
  let drawn = '';
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  const seconds = (): number => Math.round((now() - startedAtMs) / 1000);

  const draw = (): void => {
    if (current === undefined || terminal === undefined) return;
    const { name, done, total, unit } = current;
    const counted = done === undefined ? '' : `, ${[done, 'of', total ?? '?', unit].join(' ').trim()}`;
    const line = `Starting: ${name}${counted} (${seconds()} s)`;
    drawnAtMs = now();
    if (line === drawn) return;
    terminal(`\r\u001b[K${line}`);
    drawn = line;
  };
  const log = (): void => {
    if (current === undefined) return;
    const { name, ...counts } = current;
    logger.info('Still starting', { step: name, ...counts, seconds: seconds() });
  };
  const timer = setInterval(terminal === undefined ? log : draw, terminal === undefined ? LOG_MS : REDRAW_MS);
  timer.unref();
  const end = (): void => {
    clearInterval(timer);
    if (current !== undefined) terminal?.('\r\u001b[K');
    current = undefined;
  };
  return {
    step(step) {
      if (step === undefined) return end();
      const isNewStep = step.name !== current?.name;
      current = step;
      // Drawn here as well as by the timer: work that blocks the event loop keeps timers from running.
      if (isNewStep || now() - drawnAtMs >= REDRAW_MS) draw();
    },
  };
}
