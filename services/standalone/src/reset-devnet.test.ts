import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockDirectory } from '@tonriver/lifecycle';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { refuseOtherContents } from './directory-contents.ts';
import { resetDevnet } from './reset-devnet.ts';

let folder: TemporaryDirectory;
const at = (...names: string[]): string => join(folder.path, ...names);
const all = ['devnet/chain', 'devnet/states', 'log', 'cells', 'clickhouse'];

beforeEach(() => {
  folder = temporaryDirectory();
  for (const name of all) {
    mkdirSync(at(name), { recursive: true });
    writeFileSync(at(name, 'data'), 'stored');
  }
  writeFileSync(at('notes.txt'), 'of a person');
});
afterEach(() => folder.remove());

const isThere = (): boolean[] => all.map((name) => existsSync(at(name, 'data')));

describe('a reset', () => {
  it('removes the chain and the index together, and nothing else', async () => {
    await resetDevnet({ dataDirectory: folder.path, isConfirmed: true, ask: undefined });
    expect(isThere()).toEqual(all.map(() => false));
    expect(existsSync(at('notes.txt'))).toBe(true);
    await resetDevnet({ dataDirectory: folder.path, isConfirmed: false, ask: undefined });
  });

  it('asks, and removes nothing when the answer is no', async () => {
    const questions: string[] = [];
    const ask = (answer: boolean) => (question: string) => {
      questions.push(question);
      return Promise.resolve(answer);
    };
    const refused = resetDevnet({ dataDirectory: folder.path, isConfirmed: false, ask: ask(false) });
    await expect(refused).rejects.toMatchObject({ code: 'not_confirmed' });
    expect(isThere()).toEqual(all.map(() => true));
    await resetDevnet({ dataDirectory: folder.path, isConfirmed: false, ask: ask(true) });
    expect(isThere()).toEqual(all.map(() => false));
    expect(questions).toEqual(Array(2).fill(`Remove the chain and its index in ${folder.path}? [y/N] `));
  });

  it('needs --yes where nobody can be asked', async () => {
    const reset = resetDevnet({ dataDirectory: folder.path, isConfirmed: false, ask: undefined });
    await expect(reset).rejects.toMatchObject({ code: 'not_confirmed', message: expect.stringContaining('--yes') });
    expect(isThere()).toEqual(all.map(() => true));
  });

  it.each(all)('removes nothing while a process uses %s', async (name) => {
    const lock = lockDirectory(at(name), () => new Error('held'));
    const reset = resetDevnet({ dataDirectory: folder.path, isConfirmed: true, ask: undefined });
    await expect(reset).rejects.toMatchObject({ code: 'directory_held' });
    expect(isThere()).toEqual(all.map(() => true));
    lock.release();
  });
});

describe('a data directory', () => {
  const code = 'directory_of_another_network';

  it('of a devnet is for a devnet alone', () => {
    refuseOtherContents(folder.path, true);
    expect(() => refuseOtherContents(folder.path, false)).toThrow(expect.objectContaining({ code }));
    expect(() => refuseOtherContents(folder.path, false)).toThrow(/holds a devnet.*--data-dir.*without --source/);
  });

  it('of another source is not for a devnet, and an empty one is for all', () => {
    const other = temporaryDirectory();
    for (const isDevnet of [true, false]) refuseOtherContents(other.path, isDevnet);
    mkdirSync(join(other.path, 'clickhouse'));
    refuseOtherContents(other.path, false);
    expect(() => refuseOtherContents(other.path, true)).toThrow(expect.objectContaining({ code }));
    other.remove();
  });
});
