import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LoadOrder, LoadOutcome } from './load-child.ts';

const typeScript = import.meta.resolve('@tonriver/strip-types');

/** Asks from another process, so that the load does not take the server's own time. */
export async function runLoad(order: LoadOrder): Promise<LoadOutcome> {
  const entry = join(import.meta.dirname, 'load-child.ts');
  const child = spawn(process.execPath, ['--import', typeScript, entry], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(order));
  return JSON.parse(await text(child.stdout)) as LoadOutcome;
}

/** @param share 0.5 for the median */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
