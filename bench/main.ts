// `npm run bench -- [NAME] [--json FILE]`: measures figures by name. A ratio and its peer are measured in the same run,
// taking turns, because these machines are noisy and a clock time alone says little.
import { cpus } from 'node:os';
import { commandLineOptionsOrExit } from '@tonriver/config';
import { actionsBench } from './actions.ts';
import { apiBench } from './api.ts';
import type { Bench, Figures } from './bench.ts';
import { chainBuilderBench } from './chain-builder.ts';
import { decodeBench } from './decode.ts';
import { pipelineBench } from './pipeline.ts';
import { statesBench } from './states.ts';
import { servicesBench } from './services.ts';
import { storageBench } from './storage.ts';
import { writeFigures } from './write-figures.ts';
import { tvmBench } from './tvm.ts';
import { verifyBench } from './verify.ts';

const benches: readonly Bench[] = [
  decodeBench,
  verifyBench,
  pipelineBench,
  apiBench,
  storageBench,
  statesBench,
  chainBuilderBench,
  tvmBench,
  actionsBench,
  servicesBench,
];

const words = process.argv.slice(2);
const names = words.filter((word, index) => !word.startsWith('--') && words[index - 1] !== '--json');
const values = commandLineOptionsOrExit(
  'npm run bench --',
  'Measures the figures of the README. Names: ' + benches.map(({ name }) => name).join(', ') + ' (or a part of one).',
  { json: { value: 'FILE', description: 'Also writes the figures to this file, as JSON' } },
  words.filter((word) => !names.includes(word)),
);
const chosen = benches.filter((bench) => names.length === 0 || names.some((name) => bench.name.startsWith(name)));
if (chosen.length === 0) {
  console.error(`No bench is called ${names.join(' or ')}. There are: ${benches.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`);
const all: Record<string, number> = {};
for (const bench of chosen) {
  console.log(`${bench.name}: ${bench.summary}`);
  const figures: Figures = await bench.run();
  for (const [name, value] of Object.entries(figures)) {
    all[`${bench.name}.${name}`] = value;
    console.log(`  ${`${bench.name}.${name}`.padEnd(44)} ${value.toLocaleString('en', { maximumFractionDigits: 2 })}`);
  }
}
const file = values.json;
if (typeof file === 'string') writeFigures(file, all);
// Embedded engines may hold the event loop open behind a finished bench.
process.exit(0);
