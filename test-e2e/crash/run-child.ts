import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunAndDie } from './run-and-die.ts';

const here = dirname(fileURLToPath(import.meta.url));

export interface ChildOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The highest watermark that the process told. */
  readonly watermark: number;
}

/** Runs a standalone process in a child, until it dies or has indexed everything. */
export function runChild(options: RunAndDie): Promise<ChildOutcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(here, 'run-and-die.ts'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let watermark = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) watermark = Math.max(watermark, Number(line));
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, watermark }));
  });
}
