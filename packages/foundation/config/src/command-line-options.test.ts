import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from '@jest/globals';

const directory = mkdtempSync(join(tmpdir(), 'tonriver-options-'));
afterAll(() => rmSync(directory, { recursive: true }));
const program = join(directory, 'tool.mjs');
writeFileSync(
  program,
  `import { commandLineOptionsOrExit } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
   const options = { count: { value: 'N', description: 'How many' } };
   console.log(JSON.stringify(commandLineOptionsOrExit('a tool', 'Counts.', options, process.argv.slice(2))));`,
);

/** Runs the tool as a process, because its output streams and its exit code are what a caller sees. */
function run(...words: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('@tonriver/strip-types'), program, ...words],
    { encoding: 'utf8' },
  );
  return { stdout, stderr, status };
}

describe('commandLineOptionsOrExit', () => {
  it('returns the given values', () => {
    expect(run('--count', '3')).toEqual({ stdout: '{"count":"3"}\n', stderr: '', status: 0 });
  });

  it('prints its help and exits with 0', () => {
    const { stdout, stderr, status } = run('--help');
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toMatch(/^Counts\.\n\nUsage: a tool \[options\]\n[\s\S]*--count N +How many/);
  });

  it('prints what is wrong and exits with 1', () => {
    const { stdout, stderr, status } = run('--bad');
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toBe('Unknown option \'--bad\'\nRun "a tool --help" to see every option.\n');
  });
});
