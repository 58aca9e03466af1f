import type { Tally } from './attempt.ts';
import { loadCorpus } from './corpus.ts';
import { loadEntryCorpus } from './entries/entry-corpus.ts';
import { openEntryRunner } from './entries/run-entry-case.ts';
import { type CaseOutcome, createCaseRunner } from './run-case.ts';

/** Every reader by itself, or whole records through the entries of the parser and the state-resolver. */
export type Through = 'readers' | 'entries';

/** The code under test, and the seeds that its cases are made from. */
export interface FuzzTarget {
  readonly fingerprint: string;
  readonly hasRecordedData: boolean;
  readonly seeds: readonly { readonly group: string; readonly kind: string }[];
  run(caseNumber: number, tally: Tally): CaseOutcome | Promise<CaseOutcome>;
  /** Throws for failures that show only at the end. */
  close(): Promise<void>;
}

/** `directory` holds the files of the entries. */
export async function openTarget(through: Through, seed: string, directory: string): Promise<FuzzTarget> {
  if (through === 'readers') {
    const corpus = loadCorpus();
    return { ...corpus, ...createCaseRunner(corpus, seed), close: () => Promise.resolve() };
  }
  const corpus = loadEntryCorpus();
  return { ...corpus, ...(await openEntryRunner(corpus, seed, directory)) };
}
