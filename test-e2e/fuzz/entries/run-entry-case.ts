import { count, type Tally } from '../attempt.ts';
import { type CaseFailure, caseMsMax, type CaseOutcome, describeError } from '../run-case.ts';
import type { EntryCorpus } from './entry-corpus.ts';
import { openParserEntry, type ParserEntry } from './parser-entry.ts';
import { makeRecordCase, type RecordCase } from './record-case.ts';
import { openResolverEntry } from './resolver-entry.ts';

/** Codes that are right for the record but show a defect of a reader. */
const defects = ['reader_failed'];

export interface EntryRunner {
  run(caseNumber: number, tally: Tally): Promise<CaseOutcome>;
  /** Ends both services; their rows must match their announcements. */
  close(): Promise<void>;
}

/** Gives each case to the parser's and to the resolver's entry; its failure is returned, not thrown. */
export async function openEntryRunner(corpus: EntryCorpus, seed: string, directory: string): Promise<EntryRunner> {
  /** A parser is of one network, by its global id. */
  const parsers = new Map<number, ParserEntry>();
  const resolver = await openResolverEntry(directory);

  async function deliver(record: RecordCase, tally: Tally): Promise<void> {
    const { globalId } = record.seed.block;
    const parser = parsers.get(globalId) ?? (await openParserEntry(globalId));
    parsers.set(globalId, parser);
    // A parser that has stopped is of no use to the next case.
    parsers.delete(globalId);
    const written = await parser.deliver(record);
    parsers.set(globalId, parser);
    count(tally, `parser: ${written.kind === 'rows' ? 'rows' : `letter ${written.code}`}`);
    const resolved = await resolver.deliver(record);
    count(tally, `resolver: ${resolved.kind}`);
    for (const detail of resolved.details) count(tally, `resolved: ${detail}`);
    const codes = [...(written.kind === 'letter' ? [written.code] : []), ...resolved.details];
    const defect = codes.find((code) => defects.includes(code));
    if (defect !== undefined) throw new Error(`It ended, but as ${defect}`);
  }

  async function attempt(caseNumber: number, tally: Tally): Promise<CaseOutcome> {
    let record: RecordCase | undefined;
    let before = performance.now();
    try {
      record = makeRecordCase(corpus, seed, caseNumber);
      before = performance.now();
      await deliver(record, tally);
      return { failure: undefined, cpuMs: performance.now() - before };
    } catch (error) {
      const failure: CaseFailure = { caseNumber, problem: `${describeRecord(record)}\n${describeError(error)}` };
      return { failure, cpuMs: performance.now() - before };
    }
  }

  /** By the processor's time, which is dear to ask for: a busy machine makes anything slow by the clock. */
  async function measure(caseNumber: number): Promise<CaseOutcome> {
    const before = process.cpuUsage();
    const { failure } = await attempt(caseNumber, new Map());
    const { user, system } = process.cpuUsage(before);
    return { failure, cpuMs: (user + system) / 1000 };
  }

  return {
    async run(caseNumber, tally) {
      count(tally, 'cases');
      const first = await attempt(caseNumber, tally);
      if (first.cpuMs <= caseMsMax || first.failure !== undefined) return first;
      count(tally, 'measured again');
      const { cpuMs } = await measure(caseNumber);
      if (cpuMs <= caseMsMax) return { failure: undefined, cpuMs };
      return { failure: { caseNumber, problem: `took ${Math.round(cpuMs)} ms on the processor` }, cpuMs };
    },
    async close() {
      for (const parser of parsers.values()) await parser.close();
      await resolver.close();
    },
  };
}

/** Where a case comes from and what was done to it. */
export function describeRecord(record: RecordCase | undefined): string {
  if (record === undefined) return 'could not be made';
  const { seed, value, mutations } = record;
  return `${seed.name}, ${value.length} bytes: ${mutations.join(', ') || 'unchanged'}`;
}
