import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from '@jest/globals';

const file = JSON.stringify(new URL('./lower-priority.ts', import.meta.url).href);
/** Says its own priority before and after it was lowered. */
const script = `
  const { parentPort } = require('node:worker_threads');
  const { readlinkSync } = require('node:fs');
  const { getPriority } = require('node:os');
  const own = () => getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
  (async () => {
    const { register } = await import('tsx/esm/api');
    register();
    const { lowerPriority } = await import(${file});
    const priorities = [own()];
    for (const niceness of [0, 5]) {
      lowerPriority(niceness);
      priorities.push(own());
    }
    parentPort.postMessage(priorities);
  })();
`;

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('lowers the priority of the thread that asks for it, and of no other', async () => {
  const before = getPriority();
  const worker = new Worker(script, { eval: true, execArgv: [] });
  const [priorities] = (await once(worker, 'message')) as [readonly number[]];
  await worker.terminate();
  expect(priorities).toEqual([before, before, Math.max(before, 5)]);
  expect(getPriority()).toBe(before);
});
