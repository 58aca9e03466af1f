import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { eventually, temporaryDirectory } from '@tonriver/testing';

const directory = temporaryDirectory();
afterAll(() => directory.remove());

it('a standalone reports progress while it builds its chain, and ends cleanly when it is stopped meanwhile', async () => {
  const options = '--source built --built-rounds 100000 --port 0 --clickhouse-port 0 --data-dir'.split(' ');
  const program = ['--import', import.meta.resolve('@tonriver/strip-types'), join(import.meta.dirname, 'main.ts')];
  const child = spawn(process.execPath, [...program, ...options, directory.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
  });
  const signs = () =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'Still starting');
  try {
    await eventually(() => signs().length >= 2, { timeoutMs: 50_000 });
    const [first, second] = signs();
    expect(first).toMatchObject({ step: 'making the chain', done: expect.any(Number), total: 100_000 });
    expect(Number(second?.['done'])).toBeGreaterThan(Number(first?.['done']));
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toBe(0);
});
