// `npm run simulate`: runs of the simulation by their seeds, described or with a service that has a fault.
import { commandLineOptionsOrExit } from '@tonriver/config';
import { mutants } from './mutants.ts';
import { runSeed, type SeedOptions } from './run-seed.ts';

const values = commandLineOptionsOrExit(
  'npm run simulate --',
  'Runs parser, trace assembler and state-resolver in orders that seeds decide; exit code 1 when anything is wrong.',
  {
    seed: { value: 'N', description: 'The first seed (default: 1)' },
    seeds: { value: 'N', description: 'How many seeds (default: 1)' },
    describe: { value: 'yes', description: 'Print every event' },
    mutant: { value: 'N', description: `A fault on purpose: 1 to ${mutants.length}` },
  },
  process.argv.slice(2),
);
const first = wholeNumber('seed');
const count = wholeNumber('seeds');
const mutant = values.mutant === undefined ? undefined : mutants[wholeNumber('mutant') - 1];
const options: SeedOptions = {
  ...(mutant === undefined ? {} : { mutant }),
  ...(values.describe === undefined
    ? {}
    : { onEvent: ({ step, nowMs, name }) => console.log(`${String(step).padStart(6)} ${nowMs} ms  ${name}`) }),
};
if (mutant !== undefined) console.log(`A ${mutant.service} that ${mutant.name}:`);
const PROGRESS_MS = 10_000;
let [failures, steps] = [0, 0];
let toldAt = performance.now();
for (let seed = first; seed < first + count; seed += 1) {
  const result = await runSeed(seed, options);
  steps += result.steps;
  if (result.problem !== undefined) failures += 1;
  const { scenario, fingerprint, problem = 'as undisturbed' } = result;
  if (count === 1 || (result.problem !== undefined && failures <= 20)) {
    console.log(`seed ${seed}: ${scenario}, ${result.steps} events, ${fingerprint}: ${problem}`);
  }
  if (performance.now() - toldAt < PROGRESS_MS) continue;
  toldAt = performance.now();
  console.error(`${seed - first + 1} of ${count} seeds, ${failures} failed`);
}
const { user, system } = process.cpuUsage();
const seconds = Math.round((user + system) / 1e6);
console.log(`${failures} of ${count} seeds failed; ${steps} events, ${seconds} s on the processor`);
process.exitCode = failures === 0 ? 0 : 1;

function wholeNumber(name: 'seed' | 'seeds' | 'mutant'): number {
  const number = Number(values[name] ?? '1');
  if (Number.isSafeInteger(number) && number > 0) return number;
  console.error(`--${name} must be a whole number, not ${String(values[name])}`);
  process.exit(1);
}
