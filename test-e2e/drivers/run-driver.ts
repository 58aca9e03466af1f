import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '@tonriver/testing';

const fetchMsMax = 10 * 60_000;

/** What a driver read of a table. */
export interface TableReading {
  readonly rows: number;
  /** Of all its columns of whole numbers, up to 64 bits wide. */
  readonly sum: bigint;
}

/**
 * A folder in .cache/ with what a driver needs, fetched from its registry at the first call on a machine; named after
 * what the driver's folder here says, so that another version is never served by old files.
 */
export async function fetchedDriver(
  name: 'java' | 'go' | 'python',
  fetchInto: (source: string, target: string) => Promise<void>,
): Promise<string> {
  const source = join(import.meta.dirname, name);
  const hash = createHash('sha256');
  for (const file of readdirSync(source).toSorted()) hash.update(readFileSync(join(source, file)));
  const target = join(repositoryRoot, '.cache', `driver-${name}-${hash.digest('hex').slice(0, 8)}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await fetchInto(source, unfinished);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  return target;
}

/** Runs a program to its end and gives what it said. @throws Error with its last words when it fails */
export async function run(command: string, words: readonly string[], directory: string): Promise<string> {
  const child = spawn(command, words, { cwd: directory, timeout: fetchMsMax, env: { ...process.env, GOFLAGS: '' } });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return output;
  throw new Error(`${command} ${words.join(' ')} ended with ${code}: ${complaints}${output.slice(-2000)}`);
}

/** Lines of "table rows sum". */
export function readingsOf(output: string): ReadonlyMap<string, TableReading> {
  const readings = new Map<string, TableReading>();
  for (const line of output.trim().split('\n')) {
    const [table = '', rows = '', sum = ''] = line.trim().split(' ');
    readings.set(table, { rows: Number(rows), sum: BigInt(sum) });
  }
  return readings;
}
