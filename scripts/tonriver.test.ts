import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const script = join(root, 'scripts', 'tonriver.mjs');
const run = (...words: readonly string[]) => spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });

describe('tonriver', () => {
  it('knows only programs that are there', () => {
    const files = [...readFileSync(script, 'utf8').matchAll(/'((?:services|packages\/tools)\/[^']+\.ts)'/g)].map(
      ([, file]) => file!,
    );
    expect(files.length).toBeGreaterThan(12);
    for (const file of files) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
  });

  it('lists its commands when it is asked, or told nothing', () => {
    for (const words of [[], ['--help'], ['-h']]) {
      const { status, stdout } = run(...words);
      expect(status).toBe(0);
      expect(stdout).toMatch(/dead-letters .*block-fetcher /s);
    }
  });

  it('refuses a command that is none', () => {
    for (const word of ['nonsense', 'constructor', '--helm']) {
      const { status, stderr } = run(word);
      expect(status).toBe(1);
      expect(stderr).toContain(`no command ${word}`);
    }
  });
});
