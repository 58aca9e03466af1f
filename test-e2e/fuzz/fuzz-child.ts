// Runs a share of the cases: number `first`, `first + step` … below `end`. Before each case its number is written to
// the black box, so that it can be named when this process dies or hangs. Argument: one JSON object, `ChildOptions`.
import { openSync, writeSync } from 'node:fs';
import type { Tally } from './attempt.ts';
import { openTarget, type Through } from './fuzz-target.ts';
import { type CaseFailure, describeError } from './run-case.ts';

export interface ChildOptions {
  readonly through: Through;
  readonly seed: string;
  readonly first: number;
  readonly end: number;
  readonly step: number;
  /** A file whose first eight bytes are the number of the present case. */
  readonly blackBox: string;
  /** A folder for files of the run. */
  readonly directory: string;
  readonly sampleEvery: number;
}

/** Resident bytes after a collection of garbage, beside how many cases this process has run. */
export interface MemorySample {
  readonly cases: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
}

export type ChildMessage =
  | {
      readonly type: 'ready';
      readonly fingerprint: string;
      readonly seeds: Readonly<Record<string, number>>;
      readonly hasRecordedData: boolean;
    }
  | {
      readonly type: 'progress';
      readonly done: number;
      readonly tally: Readonly<Record<string, number>>;
      readonly memory: MemorySample | null;
      readonly peakBytes: number;
    }
  | ({ readonly type: 'failure' } & CaseFailure)
  | { readonly type: 'slowest'; readonly caseNumber: number; readonly cpuMs: number };

const casesPerReport = 500;
const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
const blackBox = openSync(options.blackBox, 'r+');
const present = Buffer.alloc(8);
const target = await openTarget(options.through, options.seed, options.directory);
const seeds: Record<string, number> = {};
for (const { group, kind } of target.seeds) seeds[`${group} ${kind}`] = (seeds[`${group} ${kind}`] ?? 0) + 1;
say({ type: 'ready', fingerprint: target.fingerprint, seeds, hasRecordedData: target.hasRecordedData });

let tally: Tally = new Map();
let ran = 0;
let slowestMs = 0;
for (let caseNumber = options.first; caseNumber < options.end; caseNumber += options.step) {
  present.writeDoubleLE(caseNumber);
  writeSync(blackBox, present, 0, 8, 0);
  const { failure, cpuMs } = await target.run(caseNumber, tally);
  // The first cases wait for the compiler.
  if (cpuMs > slowestMs && ran > casesPerReport) {
    slowestMs = cpuMs;
    say({ type: 'slowest', caseNumber, cpuMs });
  }
  if (failure !== undefined) say({ type: 'failure', ...failure });
  ran += 1;
  const isLast = caseNumber + options.step >= options.end;
  if (ran % casesPerReport === 0 || isLast) report(ran % options.sampleEvery < casesPerReport || isLast);
}
await target.close().catch((error: unknown) => {
  say({ type: 'failure', caseNumber: options.end, problem: `at the end: ${describeError(error)}` });
});

function report(withSample: boolean): void {
  const done = [...tally].find(([name]) => name === 'cases')?.[1] ?? 0;
  say({
    type: 'progress',
    done,
    tally: Object.fromEntries(tally),
    memory: withSample ? sample() : null,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  });
  tally = new Map();
}

function sample(): MemorySample {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { cases: ran, residentBytes: rss, heapBytes: heapUsed + external };
}

/** Writes a line at once, so that it is not lost when the process dies in the next case. */
function say(message: ChildMessage): void {
  const line = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < line.length; ) at += writeSync(1, line, at);
}
