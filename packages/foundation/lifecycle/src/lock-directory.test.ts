import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describePart, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { holderText, LOCK_FILE, lockDirectory } from './index.ts';

const child = join(dirname(fileURLToPath(import.meta.url)), 'holding-child.test-support.ts');
const PROGRAM = [process.execPath, '--import', import.meta.resolve('tsx'), child];
/** A process that is pid 1 of its own, as in a container. */
const IN_CONTAINER = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', ...PROGRAM];

describe('lockDirectory', () => {
  let folder: TemporaryDirectory;
  let children: ChildProcess[];
  beforeEach(() => {
    folder = temporaryDirectory();
    children = [];
  });
  afterEach(async () => {
    for (const running of children) await kill(running);
    folder.remove();
  });
  const lock = () => lockDirectory(folder.path, (holder) => Object.assign(new Error(holderText(holder)), { holder }));

  /** @returns what it said first: that it has the directory, or who has it */
  async function hold(words: readonly string[]): Promise<{ readonly said: string; readonly process: ChildProcess }> {
    const [command = '', ...parameters] = words;
    const running = spawn(command, [...parameters, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(running);
    const [said] = (await once(running.stdout, 'data')) as [Buffer];
    return { said: said.toString('utf8').trim(), process: running };
  }
  async function kill(running: ChildProcess): Promise<void> {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  it('refuses a directory that this process has already, and gives it back', () => {
    const first = lock();
    expect(lock).toThrow(`Process ${process.pid}`);
    first.release();
    first.release();
    lock().release();
  });

  it('names the process that has it, and takes it at once when that one was killed', async () => {
    const holder = await hold(PROGRAM);
    expect(holder.said).toBe(`has it ${holder.process.pid}`);
    expect(lock).toThrow(`Process ${holder.process.pid}`);
    await kill(holder.process);
    lock().release();
  });

  it('goes by the lock and not by the number in the file: neither a living pid nor a file that says nothing holds it', async () => {
    writeFileSync(join(folder.path, LOCK_FILE), JSON.stringify({ pid: process.pid, host: 'elsewhere' }));
    lock().release();
    writeFileSync(join(folder.path, LOCK_FILE), '{"pid":');
    lock().release();
    const holder = await hold(PROGRAM);
    writeFileSync(join(folder.path, LOCK_FILE), '');
    expect(lock).toThrow('Another process');
    expect(holder.said).toContain('has it');
  });

  describePart('pid-namespaces', 'between containers', () => {
    it('holds though the processes have the same pid, and ends with the holder', async () => {
      const first = await hold(IN_CONTAINER);
      expect(first.said).toBe('has it 1');
      expect((await hold(IN_CONTAINER)).said).toBe('held by 1');
      expect(lock).toThrow(/^Process 1$/);
      await kill(first.process);
      expect((await hold(IN_CONTAINER)).said).toBe('has it 1');
    });
  });

  it('makes directories that only their owner reads, and leaves the rights of one that is there', () => {
    const [made, found] = [join(folder.path, 'a', 'made'), join(folder.path, 'found')];
    mkdirSync(found);
    chmodSync(found, 0o750);
    for (const directory of [made, found]) lockDirectory(directory, () => new Error('held')).release();
    const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([made, join(folder.path, 'a'), found].map(rights)).toEqual(['700', '700', '750']);
    expect(rights(join(made, LOCK_FILE))).toBe('600');
  });
});
