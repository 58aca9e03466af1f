import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from '@jest/globals';
import { createThreadCalls, startThread } from './index.ts';

interface Echo {
  upper(text: string): string;
  options(): readonly string[];
  die(): void;
}

it('a thread runs a TypeScript file, answers calls, and its end is seen', async () => {
  const { port1, port2: port } = new MessageChannel();
  const worker = startThread(new URL('./echo-thread.test-support.ts', import.meta.url), {
    workerData: { port },
    transferList: [port],
  });
  const calls = createThreadCalls({ port: port1, errorClasses: {} });
  const echo = calls.remote<Echo>('echo')(['upper', 'options', 'die']);
  expect(await echo.upper('text')).toBe('TEXT');
  expect(await echo.options()).toEqual([]);
  void echo.die().catch(() => undefined);
  expect(await once(worker, 'exit')).toEqual([3]);
  port1.close();
});
