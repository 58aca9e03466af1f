import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describePart, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { holderText, lockDirectory } from './index.ts';
import { LOCK_FILE } from './lock-directory.ts';

const child = join(dirname(fileURLToPath(import.meta.url)), 'holding-child.test-support.ts');
const PROGRAM = [process.execPath, '--import', import.meta.resolve('@tonriver/strip-types'), child];
/** Makes a process pid 1 of its own namespace, as in a container. */
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

  /** @returns its first line: that it has the lock, or who has it */
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

  it('refuses a directory that this process has already locked, and releases it', () => {
    const first = lock();
    expect(lock).toThrow(`Process ${process.pid}`);
    first.release();
    first.release();
    lock().release();
  });

  it('names the process that has the lock, and gets the lock as soon as that process is killed', async () => {
    const holder = await hold(PROGRAM);
    expect(holder.said).toBe(`has it ${holder.process.pid}`);
    expect(lock).toThrow(`Process ${holder.process.pid}`);
    await kill(holder.process);
    lock().release();
  });

  it('depends on the lock and not on the text in the file: neither a running pid nor an empty file counts', async () => {
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
    it('works although the processes have the same pid, and ends with the holder', async () => {
      const first = await hold(IN_CONTAINER);
      expect(first.said).toBe('has it 1');
      expect((await hold(IN_CONTAINER)).said).toBe('held by 1');
      expect(lock).toThrow(/^Process 1$/);
      await kill(first.process);
      expect((await hold(IN_CONTAINER)).said).toBe('has it 1');
    });
  });

  it('makes directories that only their owner can read, and keeps the permissions of existing ones', () => {
    const [made, found] = [join(folder.path, 'a', 'made'), join(folder.path, 'found')];
    mkdirSync(found);
    chmodSync(found, 0o750);
    for (const directory of [made, found]) lockDirectory(directory, () => new Error('held')).release();
    const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([made, join(folder.path, 'a'), found].map(rights)).toEqual(['700', '700', '750']);
    expect(rights(join(made, LOCK_FILE))).toBe('600');
  });
});
