import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const script = join(root, 'scripts', 'tonriver.mjs');
const run = (...words: readonly string[]) => spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });

type Commands = Readonly<Record<string, { readonly file: string }>>;

describe('tonriver', () => {
  it('starts only programs that exist', () => {
    const commands = JSON.parse(readFileSync(join(root, 'scripts', 'commands.json'), 'utf8')) as Commands;
    const missing = Object.entries(commands).filter(([, { file }]) => !existsSync(join(root, file)));
    expect(Object.keys(commands)).toHaveLength(21);
    expect(missing).toEqual([]);
  });

  it('lists its commands for --help and without a command', () => {
    for (const words of [[], ['--help'], ['-h']]) {
      const { status, stdout } = run(...words);
      expect(status).toBe(0);
      expect(stdout).toMatch(/dead-letters .*block-fetcher /s);
    }
  });

  it('refuses an unknown command', () => {
    for (const word of ['nonsense', 'constructor', '--helm']) {
      const { status, stderr } = run(word);
      expect(status).toBe(1);
      expect(stderr).toContain(`no command ${word}`);
    }
  });
});
