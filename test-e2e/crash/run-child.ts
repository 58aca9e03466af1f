import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RunAndDie } from './run-and-die.ts';

/** Of the machine on which the seconds of the tests are meant. */
const PROCESSORS = 2;
const here = dirname(fileURLToPath(import.meta.url));

export interface ChildOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The highest watermark that the process reported. */
  readonly watermark: number;
  /** How long it ran. */
  readonly ranMs: number;
}

/**
 * Runs a standalone process in a child, until it dies or has indexed everything.
 *
 * @param killAfterMs when it is killed with signal 9, since its start; absent: it is not. On a loaded machine it lives
 *   on until it has had the time of two processors, or has indexed all that it was given.
 */
export function runChild(options: RunAndDie, killAfterMs = Infinity): Promise<ChildOutcome> {
  const startMs = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', join(here, 'run-and-die.ts'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let watermark = 0;
  const hear = (line: string): void => {
    // A death may cut a line short.
    const [, isProcessor, digits] = /^(processor )?(\d+)$/.exec(line) ?? [];
    if (isProcessor === undefined) {
      watermark = Math.max(watermark, Number(digits ?? 0));
      return;
    }
    const isIdle = watermark >= (options.to ?? Infinity);
    const hasHadItsTime = Number(digits) >= killAfterMs * PROCESSORS || isIdle;
    if (hasHadItsTime && performance.now() - startMs >= killAfterMs) child.kill('SIGKILL');
  };
  createInterface({ input: child.stdout }).on('line', hear);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, watermark, ranMs: performance.now() - startMs }));
  });
}
