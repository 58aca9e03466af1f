import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { isRunning, thisProcess } from './index.ts';

describe('isRunning', () => {
  it('knows this process, and not one of another birth under its pid', () => {
    const me = thisProcess();
    expect(isRunning(me)).toBe(true);
    expect(isRunning({ ...me, born: `${me.born}0` })).toBe(false);
  });

  it('knows that a process has ended', async () => {
    const child = spawn(process.execPath, ['--eval', '']);
    await once(child, 'exit');
    expect(isRunning({ pid: child.pid ?? 0, born: '' })).toBe(false);
  });
});
