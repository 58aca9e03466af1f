import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { temporaryDirectory } from '@tonriver/testing';
import type { FailureStep } from './failing-thread-process.test-support.ts';

const folder = temporaryDirectory();
afterAll(() => folder.remove());

it('a start with a port that is taken leaves nothing open, and the process ends at once with the thread of the API', async () => {
  const entry = join(import.meta.dirname, 'failing-thread-process.test-support.ts');
  const words = ['--import', import.meta.resolve('@tonriver/strip-types'), entry, folder.path];
  const ended = await new Promise<{ readonly signal: unknown; readonly text: string }>((resolve) => {
    execFile(process.execPath, words, { timeout: 120_000, killSignal: 'SIGTERM' }, (error, text) =>
      resolve({ signal: error?.signal, text }),
    );
  });
  const lines = ended.text.split('\n').filter((line) => line !== '');
  const steps = lines.map((line) => JSON.parse(line) as FailureStep);
  expect(steps).toEqual([
    { step: 'refused', code: 'EADDRINUSE', syscall: 'listen', problems: [] },
    { step: 'served', status: 200 },
    { step: 'lost', text: expect.stringMatching(/^The thread of the API has ended/) },
  ]);
  // Not by the test, which would use another signal.
  expect(ended.signal).toBe('SIGKILL');
}, 150_000);
