import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strip-types-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a file with the hook. */
const run = (file: string) =>
  spawnSync(process.execPath, ['--import', import.meta.resolve('@tonriver/strip-types'), file], {
    encoding: 'utf8',
  });
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('sources with types', () => {
  it('run, each time as they are now', () => {
    const file = write('sum.ts', `import { one } from './one.ts';\nconsole.log(one as number + 1);`);
    for (const one of [1, 1, 5]) {
      write('one.ts', `export const one: number = ${one};`);
      expect(run(file)).toMatchObject({ status: 0, stdout: `${one + 1}\n`, stderr: '' });
    }
  });

  it('keep the positions that stack traces tell', () => {
    const file = write(
      'throws.ts',
      `interface Nothing {\n  readonly none: true;\n}\nthrow new Error('here' as string);`,
    );
    // The second time from what was kept the first time.
    for (let time = 0; time < 2; time += 1) expect(run(file).stderr).toContain('throws.ts:4:7');
  });

  it('that need more than taking types away are refused, as newer versions of Node do', () => {
    const { status, stderr } = run(write('enum.ts', 'enum Side { left }\nconsole.log(Side.left);'));
    expect(status).toBe(1);
    expect(stderr).toContain('enum');
  });

  it('are not looked for in installed packages', () => {
    mkdirSync(join(folder, 'node_modules'));
    const { status, stderr } = run(write('node_modules/installed.ts', 'console.log(1 as number);'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/ERR_UNKNOWN_FILE_EXTENSION|ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING/);
  });
});
