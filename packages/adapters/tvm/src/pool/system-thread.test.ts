import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { processorTimeMs, systemThreadId } from './system-thread.ts';

const isLinux = process.platform === 'linux';
const file = JSON.stringify(new URL('./system-thread.ts', import.meta.url).href);
/** Tells its number, and works for ever when it is told to. */
const script = `
  const { parentPort } = require('node:worker_threads');
  (async () => {
    await import('@tonriver/strip-types');
    const { systemThreadId } = await import(${file});
    parentPort.on('message', () => { for (;;); });
    parentPort.postMessage(systemThreadId());
  })();
`;

it('a thread knows its number, and its time of a processor grows while it works, not while it waits', async () => {
  if (!isLinux) return expect(processorTimeMs(1)).toBeUndefined();
  const worker = new Worker(script, { eval: true, execArgv: [] });
  try {
    const [threadId] = (await once(worker, 'message')) as [number];
    expect(threadId).not.toBe(systemThreadId());
    const waited = [processorTimeMs(threadId)!];
    await new Promise((resolve) => setTimeout(resolve, 200));
    waited.push(processorTimeMs(threadId)!);
    expect(waited[1]! - waited[0]!).toBeLessThanOrEqual(100);
    worker.postMessage('work');
    while (processorTimeMs(threadId)! < waited[1]! + 300) await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    await worker.terminate();
  }
});

it('nothing is known of a thread that is gone', () => {
  expect(processorTimeMs(2 ** 31 - 1)).toBeUndefined();
});
