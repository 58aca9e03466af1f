// Takes the options of a fuzz child. Its seed says how it behaves in case 7: `hang`, `die`, `eat` memory, or `finish`.
import { openSync, writeSync } from 'node:fs';
import type { ChildOptions } from './fuzz-child.ts';

const { seed, blackBox } = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
const present = Buffer.alloc(8);
present.writeDoubleLE(7);
writeSync(openSync(blackBox, 'r+'), present, 0, 8, 0);
writeSync(1, `${JSON.stringify({ type: 'failure', caseNumber: 3, problem: 'said before the end' })}\n`);
if (seed === 'hang') for (;;);
if (seed === 'die') process.kill(process.pid, 'SIGKILL');
if (seed === 'eat') {
  const eaten: number[][] = [];
  for (;;) eaten.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5));
}
