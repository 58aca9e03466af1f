import { temporaryDirectory } from '@tonriver/testing';
import { count, type Tally } from './attempt.ts';
import type { ChildMessage, MemorySample } from './fuzz-child.ts';
import { runChild } from './fuzz-process.ts';
import type { Through } from './fuzz-target.ts';
import { judgeMemory, type MemoryVerdict } from './memory-rule.ts';
import type { CaseFailure } from './run-case.ts';

export interface FuzzOptions {
  readonly through: Through;
  readonly cases: number;
  readonly seed: string;
  /** Child processes that share the cases. */
  readonly processes: number;
}

export interface FuzzResult {
  readonly tally: Tally;
  readonly failures: readonly CaseFailure[];
  readonly failureCount: number;
  readonly memory: readonly MemoryVerdict[];
  readonly seconds: number;
  readonly fingerprint: string;
  readonly hasRecordedData: boolean;
  readonly seeds: Readonly<Record<string, number>>;
  readonly slowest: { readonly caseNumber: number; readonly cpuMs: number };
}

/** Failures that are kept with their text; more are only counted. */
const failuresKeptMax = 50;
/** A run that fails so often is ended: every further failure would cost a new process. */
const restartsMax = 20;
const samplesPerProcess = 100;

/** Runs all cases; `onProgress` is told how many are done, `onFailure` of each failure at once. */
export async function runFuzz(
  { through, cases, seed, processes }: FuzzOptions,
  onProgress: (done: number, failures: number, residentBytes: number) => void,
  onFailure: (failure: CaseFailure) => void = () => undefined,
): Promise<FuzzResult> {
  const started = performance.now();
  const directory = temporaryDirectory();
  const tally: Tally = new Map();
  const failures: CaseFailure[] = [];
  let slowest: FuzzResult['slowest'] = { caseNumber: -1, cpuMs: 0 };
  let failureCount = 0;
  let corpus: Pick<FuzzResult, 'fingerprint' | 'hasRecordedData' | 'seeds'> = {
    fingerprint: '',
    hasRecordedData: false,
    seeds: {},
  };

  function fail(failure: CaseFailure): void {
    failureCount += 1;
    onFailure(failure);
    if (failures.length < failuresKeptMax) failures.push(failure);
  }

  async function runShare(first: number): Promise<MemoryVerdict> {
    let samples: MemorySample[] = [];
    let peakBytes = 0;
    const hear = (message: ChildMessage): void => {
      if (message.type === 'ready') corpus = message;
      if (message.type === 'failure') fail({ caseNumber: message.caseNumber, problem: message.problem });
      if (message.type === 'slowest' && message.cpuMs > slowest.cpuMs) slowest = message;
      if (message.type !== 'progress') return;
      for (const [name, times] of Object.entries(message.tally)) count(tally, name, times);
      if (message.memory !== null) samples.push(message.memory);
      peakBytes = message.peakBytes;
      onProgress(tally.get('cases') ?? 0, failureCount, message.memory?.residentBytes ?? 0);
    };
    const sampleEvery = Math.max(1, Math.floor(cases / processes / samplesPerProcess));
    for (let restarts = 0, next = first; next < cases; ) {
      const share = { through, seed, first: next, end: cases, step: processes, sampleEvery };
      const end = await runChild(share, { directory: directory.path, onMessage: hear });
      if (end.type === 'finished') break;
      fail({ caseNumber: end.caseNumber, problem: `the process ${end.type}: ${end.how}` });
      restarts += 1;
      if (end.caseNumber < 0 || restarts > restartsMax) break;
      next = end.caseNumber + processes;
      samples = [];
    }
    return judgeMemory(samples, peakBytes);
  }

  try {
    const memory = await Promise.all(Array.from({ length: processes }, (_, first) => runShare(first)));
    const seconds = (performance.now() - started) / 1000;
    return { tally, failures, failureCount, memory, seconds, slowest, ...corpus };
  } finally {
    directory.remove();
  }
}
