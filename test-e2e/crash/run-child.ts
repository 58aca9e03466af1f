import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RunAndDie } from './run-and-die.ts';

const here = dirname(fileURLToPath(import.meta.url));

export interface KillTime {
  /** The least time since its start, in ms. */
  readonly afterMs: number;
  /** The least time of processors that it has had, in ms. */
  readonly processorMs: number;
}

export interface ChildOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The highest watermark that the process reported. */
  readonly watermark: number;
  /** How long it ran. */
  readonly ranMs: number;
  /** The time of processors, in ms, until its first watermark, to about 100 ms; absent: it reported none. */
  readonly firstWatermarkProcessorMs?: number;
}

/**
 * Runs a standalone process in a child, until it dies or has indexed everything.
 *
 * @param kill when it is killed with signal 9; absent: it is not. On a loaded or slow machine it lives on until it has
 *   had its time of the processors, or has indexed all that it was given.
 */
export function runChild(options: RunAndDie, kill?: KillTime): Promise<ChildOutcome> {
  const startMs = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('@tonriver/strip-types'), join(here, 'run-and-die.ts'), JSON.stringify(options)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let watermark = 0;
  let firstWatermarkProcessorMs: number | undefined;
  const hear = (line: string): void => {
    // A death may cut a line short.
    const [, isProcessor, digits] = /^(processor )?(\d+)$/.exec(line) ?? [];
    if (isProcessor === undefined) {
      watermark = Math.max(watermark, Number(digits ?? 0));
      return;
    }
    const processorMs = Number(digits);
    if (watermark > 0) firstWatermarkProcessorMs ??= processorMs;
    if (kill === undefined) return;
    const isIdle = watermark >= (options.to ?? Infinity);
    const hasHadItsTime = processorMs >= kill.processorMs || isIdle;
    if (hasHadItsTime && performance.now() - startMs >= kill.afterMs) child.kill('SIGKILL');
  };
  createInterface({ input: child.stdout }).on('line', hear);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      const ranMs = performance.now() - startMs;
      resolve({
        code,
        signal,
        watermark,
        ranMs,
        ...(firstWatermarkProcessorMs === undefined ? {} : { firstWatermarkProcessorMs }),
      });
    });
  });
}
