// `npm run fuzz`: mutated bags and blocks through all readers, or through the entries of the services.
import { availableParallelism } from 'node:os';
import { commandLineOptionsOrExit } from '@tonriver/config';
import { temporaryDirectory } from '@tonriver/testing';
import type { Tally } from './attempt.ts';
import { loadCorpus } from './corpus.ts';
import { loadEntryCorpus } from './entries/entry-corpus.ts';
import { makeRecordCase } from './entries/record-case.ts';
import { describeRecord } from './entries/run-entry-case.ts';
import { openTarget, type Through } from './fuzz-target.ts';
import { makeCase } from './make-case.ts';
import { isGood, reportText } from './report.ts';
import { describeCase } from './run-case.ts';
import { runFuzz } from './run-fuzz.ts';

const values = commandLineOptionsOrExit(
  'npm run fuzz --',
  'Mutates bags and blocks and gives them to all readers; exit code 1 when anything is wrong.',
  {
    through: { value: 'WHAT', description: 'readers (default), or entries: records through parser and state-resolver' },
    cases: { value: 'N', description: 'How many cases (default: 1000000)' },
    seed: { value: 'TEXT', description: 'What they are made from (default: 1); equal seeds make equal cases' },
    processes: { value: 'N', description: 'How many processes share them (default: 2 at most)' },
    case: { value: 'K', description: 'Only this case of the seed, in this process, described' },
  },
  process.argv.slice(2),
);
/** Interval of progress lines when the output is not a terminal. */
const LINE_INTERVAL_MS = 15_000;
const text = (name: keyof typeof values, fallback: string): string => String(values[name] ?? fallback);
const seed = text('seed', '1');
const through = throughOf(text('through', 'readers'));

if (values.case === undefined) await runAll();
else await runOne(wholeNumber('case', text('case', '')));

async function runAll(): Promise<void> {
  const options = {
    through,
    cases: wholeNumber('cases', text('cases', '1000000')),
    seed,
    processes: Math.max(1, wholeNumber('processes', text('processes', String(Math.min(2, availableParallelism()))))),
  };
  const started = performance.now();
  let saidAtMs = started;
  const showProgress = (done: number, failures: number, residentBytes: number): void => {
    if (!process.stderr.isTTY && performance.now() < saidAtMs + LINE_INTERVAL_MS) return;
    saidAtMs = performance.now();
    const perSecond = done / ((performance.now() - started) / 1000);
    const left = Math.round((options.cases - done) / Math.max(1, perSecond));
    const memory = residentBytes === 0 ? '' : `, ${Math.round(residentBytes / 2 ** 20)} MiB`;
    const line = `${done} of ${options.cases} cases, ${Math.round(perSecond)}/s, ${left} s left, ${failures} failures${memory}`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  };
  const result = await runFuzz(options, showProgress, ({ caseNumber, problem }) => {
    process.stderr.write(`${process.stderr.isTTY ? '\n' : ''}FAILED: case ${caseNumber}: ${problem}\n`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(reportText(result, options));
  process.exitCode = isGood(result, options) ? 0 : 1;
}

async function runOne(caseNumber: number): Promise<void> {
  const folder = temporaryDirectory();
  try {
    const target = await openTarget(through, seed, folder.path);
    const made = madeCase(caseNumber);
    console.log(`case ${caseNumber} of seed ${seed}, corpus ${target.fingerprint}: ${made.description}`);
    console.log(Buffer.from(made.bytes).toString('base64'));
    const tally: Tally = new Map();
    const { failure, cpuMs } = await target.run(caseNumber, tally);
    console.log(`${Math.round(cpuMs)} ms on the processor`);
    for (const [name, times] of tally) console.log(`  ${name} × ${times}`);
    await target.close();
    console.log(failure === undefined ? 'Nothing is wrong.' : `FAILED: ${failure.problem}`);
    process.exitCode = failure === undefined ? 0 : 1;
  } finally {
    folder.remove();
  }
}

function madeCase(caseNumber: number): { readonly description: string; readonly bytes: Uint8Array } {
  if (through === 'readers') {
    const made = makeCase(loadCorpus(), seed, caseNumber);
    return { description: describeCase(made), bytes: made.bytes };
  }
  const made = makeRecordCase(loadEntryCorpus(), seed, caseNumber);
  return { description: describeRecord(made), bytes: made.value };
}

function throughOf(value: string): Through {
  if (value === 'readers' || value === 'entries') return value;
  console.error(`--through must be readers or entries, not ${value}`);
  process.exit(1);
}

function wholeNumber(name: string, value: string): number {
  const number = Number(value);
  if (value === '' || !Number.isSafeInteger(number) || number < 0) {
    console.error(`--${name} must be a whole number, not ${value}`);
    process.exit(1);
  }
  return number;
}
