import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockDirectory } from '@tonriver/lifecycle';
import { silentLogger } from '@tonriver/logger';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { openWorkDirectory } from './work-directory.ts';

describe('the directory of the statement processes', () => {
  let folder: TemporaryDirectory;
  beforeEach(() => {
    folder = temporaryDirectory();
  });
  afterEach(() => folder.remove());
  const open = () => openWorkDirectory({ logger: silentLogger, parent: folder.path });

  function make(name: string): string {
    const path = join(folder.path, name);
    mkdirSync(join(path, 'store'), { recursive: true });
    writeFileSync(join(path, 'store', 'table.sql'), 'CREATE');
    return path;
  }
  const longAgo = (path: string) => utimesSync(path, 1, 1);

  it('is removed with its contents', async () => {
    const work = await open();
    writeFileSync(join(work.path, 'file'), 'text');
    await work.remove();
    expect(existsSync(work.path)).toBe(false);
  });

  it('at the next start those of killed ports are removed, those of running ports and other files are kept', async () => {
    const [left, held, others] = ['left', 'held']
      .map((name) => `tonriver-statement-processes-${name}`)
      .concat('tonriver-statements-1')
      .map(make);
    const lock = lockDirectory(held ?? '', () => new Error('held'));
    const made = make('tonriver-statement-processes-just-made');
    for (const path of [left, held, others]) longAgo(path ?? '');
    const running = await open();
    longAgo(running.path);
    const work = await open();
    expect([left, held, others, made, running.path].map((path) => existsSync(path ?? ''))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    lock.release();
    await running.remove();
    await work.remove();
  });
});
