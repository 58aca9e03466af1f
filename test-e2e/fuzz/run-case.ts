import { count, type Tally } from './attempt.ts';
import type { Corpus } from './corpus.ts';
import { type FuzzCase, makeCase } from './make-case.ts';
import { type CaseReader, createCaseReader } from './read-case.ts';

/** A case that failed. */
export interface CaseFailure {
  readonly caseNumber: number;
  /** Name and text of the error with the place it comes from. */
  readonly problem: string;
}

/** No case may take longer, measured on the processor. */
export const caseMsMax = 1000;

export interface CaseOutcome {
  readonly failure: CaseFailure | undefined;
  /** Milliseconds on the processor: a busy machine makes anything slow by the clock. */
  readonly cpuMs: number;
}

export interface CaseRunner {
  run(caseNumber: number, tally: Tally): CaseOutcome;
}

/** Makes and reads cases; the failure of a case is returned, not thrown. */
export function createCaseRunner(corpus: Corpus, seed: string): CaseRunner {
  let read: CaseReader = createCaseReader();

  function attemptCase(caseNumber: number, tally: Tally): CaseFailure | undefined {
    let made: FuzzCase | undefined;
    try {
      made = makeCase(corpus, seed, caseNumber);
      read(made, tally);
      return undefined;
    } catch (error) {
      // The state that the reader keeps between cases may be half changed now.
      read = createCaseReader();
      return { caseNumber, problem: `${describeCase(made)}\n${describeError(error)}` };
    }
  }

  function measure(caseNumber: number, tally: Tally): CaseOutcome {
    const before = process.cpuUsage();
    const failure = attemptCase(caseNumber, tally);
    const { user, system } = process.cpuUsage(before);
    return { failure, cpuMs: (user + system) / 1000 };
  }

  return {
    run(caseNumber, tally) {
      const first = measure(caseNumber, tally);
      if (first.cpuMs <= caseMsMax || first.failure !== undefined) return first;
      // A garbage collection may have made the case slow: it is measured again.
      count(tally, 'measured again');
      const { cpuMs } = measure(caseNumber, new Map());
      if (cpuMs <= caseMsMax) return { failure: undefined, cpuMs };
      return { failure: { caseNumber, problem: `took ${Math.round(cpuMs)} ms on the processor` }, cpuMs };
    },
  };
}

/** Where a case comes from and what was done to it. */
export function describeCase(made: FuzzCase | undefined): string {
  if (made === undefined) return 'could not be made';
  const { seed, mutations, bytes } = made;
  return `${seed.name} (${seed.kind}), ${bytes.length} bytes: ${mutations.join(', ') || 'unchanged'}`;
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack?.split('\n').slice(0, 8).join('\n') ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? stack : `${stack}\ncaused by ${describeError(error.cause)}`;
}
