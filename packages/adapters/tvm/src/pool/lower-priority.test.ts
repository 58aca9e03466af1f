import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from '@jest/globals';

const isLinux = process.platform === 'linux';
const lowered = (priority: number): number => (isLinux ? Math.min(19, priority + 5) : priority);
const file = JSON.stringify(new URL('./lower-priority.ts', import.meta.url).href);

/** Tells a thread's own priority at first, and after each time that it was lowered. */
const scriptThat = (tells: string): string => `
  const { readlinkSync } = require('node:fs');
  const { getPriority } = require('node:os');
  const own = () => getPriority(${isLinux ? "Number(readlinkSync('/proc/thread-self').split('/').at(-1))" : ''});
  (async () => {
    await import('@tonriver/strip-types');
    const { lowerPriority } = await import(${file});
    const priorities = [own()];
    for (const niceness of [0, 5]) {
      lowerPriority(niceness);
      priorities.push(own());
    }
    ${tells}
  })();
`;

it('lowers the priority of the thread that asks for it, and of no other, where threads have priorities', async () => {
  const before = getPriority();
  const tells = "require('node:worker_threads').parentPort.postMessage(priorities);";
  const worker = new Worker(scriptThat(tells), { eval: true, execArgv: [] });
  const [priorities] = (await once(worker, 'message')) as [readonly number[]];
  await worker.terminate();
  expect(priorities).toEqual([before, before, lowered(before)]);
  expect(getPriority()).toBe(before);
});

it('lowers it below that of a process that has a low one itself', () => {
  const low = Math.min(19, getPriority() + 7);
  const script = scriptThat('console.log(JSON.stringify(priorities));');
  const told = execFileSync('nice', ['-n', '7', process.execPath, '-e', script], {
    encoding: 'utf8',
    env: process.env,
  });
  expect(JSON.parse(told)).toEqual([low, low, lowered(low)]);
});
