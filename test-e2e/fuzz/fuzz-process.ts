import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ChildMessage, ChildOptions } from './fuzz-child.ts';

const typeScript = import.meta.resolve('@tonriver/strip-types');
const fuzzChild = fileURLToPath(new URL('fuzz-child.ts', import.meta.url));

/** Heap of a child: a case that wants more ends the process, and is named by its black box. */
const heapMebibytes = 1024;
/** So long a child may stay in one case by the clock before it is ended. A busy machine alone must not reach it. */
const longestCaseMs = 60_000;
const watchIntervalMs = 500;

/** How a child ended: by itself, or in the case that is named. */
export type ChildEnd =
  | { readonly type: 'finished' }
  | { readonly type: 'hung' | 'died'; readonly caseNumber: number; readonly how: string };

/** Where and how a child runs. */
export interface ChildSetting {
  /** For its black box. */
  readonly directory: string;
  /** Hears every message of the child. */
  readonly onMessage: (message: ChildMessage) => void;
  /** Another program that takes the same options; for tests. */
  readonly program?: string;
  /** Milliseconds by the clock in one case, after which the child is ended. */
  readonly hangMs?: number;
}

/** Runs one child to its end, watched from outside. */
export function runChild(
  options: Omit<ChildOptions, 'blackBox' | 'directory'>,
  { directory, onMessage, program = fuzzChild, hangMs = longestCaseMs }: ChildSetting,
): Promise<ChildEnd> {
  const blackBox = join(directory, `case-${options.first % options.step}`);
  const own = mkdtempSync(join(directory, 'child-'));
  const noCase = Buffer.alloc(8);
  noCase.writeDoubleLE(-1);
  writeFileSync(blackBox, noCase);
  const words = ['--expose-gc', `--max-old-space-size=${heapMebibytes}`, '--import', typeScript, program];
  const child = spawn(process.execPath, [...words, JSON.stringify({ ...options, blackBox, directory: own })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let lastWords = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-4000);
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => onMessage(JSON.parse(line) as ChildMessage));
  const watch = watchCase(child, blackBox, hangMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(watch.timer);
      const caseNumber = readCase(blackBox);
      const how = `${signal ?? `exit code ${code}`}\n${lastWords}`;
      if (watch.isHung()) resolve({ type: 'hung', caseNumber, how: `in one case for ${hangMs} ms` });
      else if (code === 0) resolve({ type: 'finished' });
      else resolve({ type: 'died', caseNumber, how });
    });
  });
}

/** Ends a child that stays in one case. */
function watchCase(child: ChildProcess, blackBox: string, hangMs: number) {
  let caseNumber = -1;
  let since = performance.now();
  let isHung = false;
  const timer = setInterval(() => {
    const now = readCase(blackBox);
    if (now !== caseNumber) {
      caseNumber = now;
      since = performance.now();
    } else if (caseNumber >= 0 && performance.now() - since > hangMs) {
      isHung = true;
      child.kill('SIGKILL');
    }
  }, watchIntervalMs);
  return { timer, isHung: () => isHung };
}

/** The number of the case that the child is in; −1 before the first. */
function readCase(blackBox: string): number {
  const file = openSync(blackBox, 'r');
  try {
    const bytes = Buffer.alloc(8);
    readSync(file, bytes, 0, 8, 0);
    return bytes.readDoubleLE(0);
  } finally {
    closeSync(file);
  }
}
