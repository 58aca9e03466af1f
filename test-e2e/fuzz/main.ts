// `npm run fuzz -- [--cases N] [--seed TEXT] [--processes N] [--case K]`: mutated bags and blocks through all readers.
// With `--case` only that case runs, in this process, and is described. Exit code 1 when anything is wrong.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Tally } from './attempt.ts';
import { loadCorpus } from './corpus.ts';
import { makeCase } from './make-case.ts';
import { isGood, reportText } from './report.ts';
import { createCaseRunner, describeCase } from './run-case.ts';
import { runFuzz } from './run-fuzz.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    case: { type: 'string' },
  },
});
const { seed } = values;

if (values.case === undefined) await runAll();
else runOne(wholeNumber('case', values.case));

async function runAll(): Promise<void> {
  const options = {
    cases: wholeNumber('cases', values.cases),
    seed,
    processes: Math.max(1, wholeNumber('processes', values.processes)),
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

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) {
    console.error(`--${name} must be a whole number, not ${text}`);
    process.exit(64);
  }
  return number;
}
