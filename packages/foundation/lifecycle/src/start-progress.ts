import type { Logger } from '@tonriver/logger';

/** What a start is busy with: a part that it opens, or work that it counts. */
export interface StartStep {
  readonly name: string;
  /** Of work that is counted: how much is done, of how much. */
  readonly done?: number;
  readonly total?: number;
  /** What is counted: `rounds`, `files`. */
  readonly unit?: string;
}

export interface StartProgress {
  /** The step that goes on from now; undefined: the start is over, and nothing more is said. */
  step(step: StartStep | undefined): void;
}

const LOG_MS = 3_000;
const REDRAW_MS = 250;

/**
 * Signs of life of a start: on a terminal one line that moves and is removed in the end, elsewhere a log line every few
 * seconds. A start that is short says nothing in a log.
 *
 * @param options.terminal writes to the terminal, when a person looks on
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
      const isAnother = step.name !== current?.name;
      current = step;
      // Work that does not let timers run shows its name at least, and how far it is when it counts.
      if (isAnother || now() - drawnAtMs >= REDRAW_MS) draw();
    },
  };
}
