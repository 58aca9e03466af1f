import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunAndDie } from './run-and-die.ts';

/** What the process says when it has started; all other lines are watermarks. */
const STARTED = 'started';
const here = dirname(fileURLToPath(import.meta.url));

export interface ChildOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The highest watermark that the process told. */
  readonly watermark: number;
  /** How long it ran. */
  readonly ranMs: number;
}

/**
 * Runs a standalone process in a child, until it dies or has indexed everything.
 *
 * @param killAfterMs when it is killed with signal 9, since its start; absent: it is not. Where starting alone takes
 *   more than half of that (a loaded machine), it runs as long again as it took to start.
 */
export function runChild(options: RunAndDie, killAfterMs?: number): Promise<ChildOutcome> {
  const startMs = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', join(here, 'run-and-die.ts'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let watermark = 0;
  let killer: NodeJS.Timeout | undefined;
  const hear = (line: string): void => {
    if (line !== STARTED) {
      watermark = Math.max(watermark, Number(line));
      return;
    }
    if (killAfterMs === undefined) return;
    const startedMs = performance.now() - startMs;
    killer = setTimeout(() => child.kill('SIGKILL'), Math.max(killAfterMs - startedMs, startedMs));
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => text.split('\n').forEach(hear));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(killer);
      resolve({ code, signal, watermark, ranMs: performance.now() - startMs });
    });
  });
}
