import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '@tonriver/testing';
import type { ChildMessage } from './fuzz-child.ts';
import { runChild } from './fuzz-process.ts';

const program = fileURLToPath(new URL('misbehaving-child.test-support.ts', import.meta.url));
const directory = temporaryDirectory();
afterAll(() => directory.remove());

async function run(seed: string, hangMs: number) {
  const heard: ChildMessage[] = [];
  const options = { through: 'readers', seed, first: 1, end: 100, step: 2, sampleEvery: 10 } as const;
  const onMessage = (message: ChildMessage) => void heard.push(message);
  const end = await runChild(options, { directory: directory.path, onMessage, program, hangMs });
  return { end, heard };
}

describe('a child that misbehaves', () => {
  it('is ended when it stays in one case, and the case is named', async () => {
    const { end, heard } = await run('hang', 1000);

    expect(end).toMatchObject({ type: 'hung', caseNumber: 7 });
    expect(heard).toMatchObject([{ type: 'failure', caseNumber: 3 }]);
  });

  it('names the case in which it was killed', async () => {
    expect((await run('die', 60_000)).end).toMatchObject({ type: 'died', caseNumber: 7 });
  });

  it('names the case in which it ran out of memory', async () => {
    const { end } = await run('eat', 120_000);

    expect(end).toMatchObject({ type: 'died', caseNumber: 7, how: expect.stringContaining('heap') });
  }, 180_000);

  it('is not blamed when it ends by itself', async () => {
    expect((await run('finish', 60_000)).end).toEqual({ type: 'finished' });
  });
});
