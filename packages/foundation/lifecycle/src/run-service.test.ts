import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { ChildWork } from './stopped-child.test-support.ts';

const child = join(dirname(fileURLToPath(import.meta.url)), 'stopped-child.test-support.ts');

/** Starts a service, sends SIGTERM while it does the given work, and returns how it ended. */
function stopIn(work: ChildWork): Promise<{ code: number | null; output: string; stopMs: number }> {
  const running = spawn(process.execPath, ['--import', import.meta.resolve('@tonriver/strip-types'), child, work], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let signalledAt = 0;
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (signalledAt > 0) return;
    signalledAt = performance.now();
    running.kill('SIGTERM');
  });
  return new Promise((resolve) => {
    running.on('close', (code) => resolve({ code, output, stopMs: performance.now() - signalledAt }));
  });
}

describe('runService', () => {
  it('ends cleanly and within its grace period when it is stopped while it waits to start', async () => {
    const { code, output, stopMs } = await stopIn('waits for a server before it has started');
    expect({ code, output }).toEqual({ code: 0, output: 'begun\npart stopped\n' });
    expect(stopMs).toBeLessThan(4000);
  });

  it('ends cleanly when it is stopped while a server is unreachable: the next start continues the work', async () => {
    const { code, output } = await stopIn('fails because of an absent server when stopped');
    expect({ code, output }).toEqual({ code: 0, output: 'begun\npart stopped\n' });
  });
});
