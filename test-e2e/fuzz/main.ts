// `npm run fuzz`: mutated bags and blocks through all readers.
import { availableParallelism } from 'node:os';
import { commandLineOptionsOrExit } from '@tonriver/config';
import type { Tally } from './attempt.ts';
import { loadCorpus } from './corpus.ts';
import { makeCase } from './make-case.ts';
import { isGood, reportText } from './report.ts';
import { createCaseRunner, describeCase } from './run-case.ts';
import { runFuzz } from './run-fuzz.ts';

const values = commandLineOptionsOrExit(
  'npm run fuzz --',
  'Mutates bags and blocks and gives them to all readers; exit code 1 when anything is wrong.',
  {
    cases: { value: 'N', description: 'How many cases (default: 1000000)' },
    seed: { value: 'TEXT', description: 'What they are made from (default: 1); equal seeds make equal cases' },
    processes: { value: 'N', description: 'How many processes share them (default: 2 at most)' },
    case: { value: 'K', description: 'Only this case of the seed, in this process, described' },
  },
  process.argv.slice(2),
);
const text = (name: keyof typeof values, fallback: string): string => String(values[name] ?? fallback);
const seed = text('seed', '1');

if (values.case === undefined) await runAll();
else runOne(wholeNumber('case', text('case', '')));

async function runAll(): Promise<void> {
  const options = {
    cases: wholeNumber('cases', text('cases', '1000000')),
    seed,
    processes: Math.max(1, wholeNumber('processes', text('processes', String(Math.min(2, availableParallelism()))))),
  };
  const started = performance.now();
  const result = await runFuzz(options, (done, failures, residentBytes) => {
    if (!process.stderr.isTTY) return;
    const perSecond = done / ((performance.now() - started) / 1000);
    const left = Math.round((options.cases - done) / Math.max(1, perSecond));
    const memory = residentBytes === 0 ? '' : `, ${Math.round(residentBytes / 2 ** 20)} MiB`;
    process.stderr.write(
      `\r\u001b[K${done} of ${options.cases} cases, ${Math.round(perSecond)}/s, ${left} s left, ${failures} failures${memory}`,
    );
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(reportText(result, options));
  process.exitCode = isGood(result, options) ? 0 : 1;
}

function runOne(caseNumber: number): void {
  const corpus = loadCorpus();
  const made = makeCase(corpus, seed, caseNumber);
  console.log(`case ${caseNumber} of seed ${seed}, corpus ${corpus.fingerprint}: ${describeCase(made)}`);
  console.log(made.bytes.toString('base64'));
  const tally: Tally = new Map();
  const { failure, cpuMs } = createCaseRunner(corpus, seed).run(caseNumber, tally);
  console.log(`${Math.round(cpuMs)} ms on the processor`);
  for (const [name, times] of tally) console.log(`  ${name} × ${times}`);
  console.log(failure === undefined ? 'Nothing is wrong.' : `FAILED: ${failure.problem}`);
  process.exitCode = failure === undefined ? 0 : 1;
}

function wholeNumber(name: string, value: string): number {
  const number = Number(value);
  if (value === '' || !Number.isSafeInteger(number) || number < 0) {
    console.error(`--${name} must be a whole number, not ${value}`);
    process.exit(1);
  }
  return number;
}
