import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { temporaryDirectory } from '@tonriver/testing';
import { endOfThread } from './end-of-thread.ts';

const folder = temporaryDirectory();
/** A pipe that nobody writes to: to open it for reading takes for ever. */
const pipe = join(folder.path, 'pipe');
beforeAll(() => void execFileSync('mkfifo', [pipe]));
afterAll(() => folder.remove());

/** Runs JavaScript in a thread, which has `port` and `open`: this asks for something that does not end. */
async function startThread(script: string) {
  const { port1: port, port2 } = new MessageChannel();
  const source = `const { port, pipe } = require('node:worker_threads').workerData;
    const open = () => require('node:fs').open(pipe, 'r', () => undefined);
    port.on('message', () => { ${script} });
    port.postMessage('ready');`;
  const worker = new Worker(source, { eval: true, workerData: { port: port2, pipe }, transferList: [port2] });
  await new Promise((resolve) => port.once('message', resolve));
  const exited = new Promise<'exited'>((resolve) => worker.once('exit', () => resolve('exited')));
  return { worker, port, exited, ended: endOfThread(worker, port) };
}

it('tells that a thread has ended although something that it asked for has not', async () => {
  const { worker, port, exited, ended } = await startThread('open(); port.postMessage(1)');
  port.postMessage('open');
  await new Promise((resolve) => port.once('message', resolve));
  const terminated = worker.terminate();
  await expect(ended).rejects.toMatchObject({ code: 'thread_ended', message: expect.stringContaining('its port') });
  const soon = new Promise<'still there'>((resolve) => setTimeout(resolve, 100, 'still there'));
  expect(await Promise.race([exited, soon])).toBe('still there');
  // Somebody who writes lets the thread go.
  writeFileSync(pipe, '');
  await Promise.all([exited, terminated]);
}, 20_000);

it.each([
  ['is ended', 'process.exit(3)', { code: 'thread_ended', message: 'The thread of the API ended with 3' }],
  ['fails', "throw new TypeError('broken')", { name: 'TypeError', message: 'broken' }],
])(
  'tells why when a thread %s',
  async (_how, script, reason) => {
    const { port, exited, ended } = await startThread(script);
    port.postMessage('go');
    await expect(ended).rejects.toMatchObject(reason);
    await exited;
  },
  20_000,
);
