import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from './index.ts';

function registered(environment: Record<string, string>, needs = '[]'): string[] {
  return run(environment, `describeRecorded('blocks', ${needs}, () => it('reads', () => {}));`);
}

function registeredPart(part: string, environment: Record<string, string>): string[] {
  return run(environment, `describePart('${part}', 'a suite', () => it('runs', () => {}));`);
}

/**
 * Registers one suite under a runner that only records the calls. It runs in a process of its own, because the
 * environment decides, and because the runner of this file must not see the suite.
 */
function run(environment: Record<string, string>, registers: string): string[] {
  const folder = temporaryDirectory();
  const file = join(folder.path, 'suite.mjs');
  const source = `
    const seen = [];
    const it = (name, body) => {
      try { body(); seen.push('passes: ' + name); } catch (error) { seen.push('fails ' + error.code + ': ' + name); }
    };
    it.skip = (name) => seen.push('skipped: ' + name);
    Object.assign(globalThis, { it, describe: (name, body) => { seen.push(name); body(); } });
    const { describeCommit, describePart, describeRecorded } =
      await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
    ${registers}
    console.log(JSON.stringify(seen));
  `;
  writeFileSync(file, source);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('@tonriver/strip-types'), file],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...environment },
    },
  );
  folder.remove();
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

describe('describeRecorded without data', () => {
  it('registers one skipped test that names what is missing', () => {
    expect(registered({ TONRIVER_DATA: '/nowhere' })).toEqual([
      'blocks',
      expect.stringMatching(/^skipped: needs data: set TONRIVER_DATA/),
    ]);
  });

  it('fails in CI', () => {
    expect(registered({ TONRIVER_DATA: '/nowhere', CI: 'true' })).toEqual([
      'blocks',
      expect.stringMatching(/^fails part_missing: needs data/),
    ]);
  });

  it('is skipped even in CI when there is no data on purpose', () => {
    expect(registered({ TONRIVER_DATA: 'none', CI: 'true' })).toEqual([
      'blocks',
      expect.stringMatching(/^skipped: needs data: TONRIVER_DATA=none/),
    ]);
  });
});

describe('describeRecorded over another folder', () => {
  const folder = temporaryDirectory();
  const run = 'mainnet-2019-11-genesis';
  const block = { file: `blocks/${run}/one.boc`, root_hash: 'ab', transactions: 3 };
  mkdirSync(join(folder.path, 'blocks', run), { recursive: true });
  writeFileSync(join(folder.path, 'blocks', 'index.json'), JSON.stringify([block]));
  afterAll(() => folder.remove());
  const environment = { TONRIVER_DATA: folder.path, CI: 'true' };

  it('runs a suite whose needs are there', () => {
    expect(registered(environment, "['blocks/index.json']")).toEqual(['blocks', 'passes: reads']);
  });

  it('finds no blocks in a folder with another part only', () => {
    const other = temporaryDirectory();
    mkdirSync(join(other.path, 'config'));
    expect(registered({ TONRIVER_DATA: other.path, CI: 'true' }, "['config']")).toEqual(['blocks', 'passes: reads']);
    expect(registered({ TONRIVER_DATA: other.path, CI: 'true' })).toEqual([
      'blocks',
      'skipped: the folder of recorded data has no blocks (1 needed, 0 there)',
    ]);
    other.remove();
  });

  it('fails in CI over a folder that has no part of the recorded data', () => {
    const empty = temporaryDirectory();
    expect(registered({ TONRIVER_DATA: empty.path, CI: 'true' })).toEqual([
      'blocks',
      expect.stringMatching(/^fails part_missing: needs data: .* has none of blocks\/index.json, accounts/),
    ]);
    empty.remove();
  });

  it('skips a suite that needs a missing file, also in CI', () => {
    expect(registered(environment, "['blocks/states']")).toEqual([
      'blocks',
      'skipped: the folder of recorded data has no blocks/states',
    ]);
  });

  it('skips a suite that needs a whole run with missing blocks', () => {
    expect(registered(environment, `['blocks/${run}']`)).toEqual([
      'blocks',
      `skipped: the folder of recorded data has no blocks in blocks/${run} (505 needed, 1 there)`,
    ]);
  });

  it('skips a suite that needs a kind of blocks, and runs it when there are some', () => {
    const busy = (count: number): string =>
      `[{ what: 'busy blocks', count: ${count}, isOne: ({ transactions }) => transactions > 2 }]`;
    expect(registered(environment, busy(1))).toEqual(['blocks', 'passes: reads']);
    expect(registered(environment, busy(2))).toEqual([
      'blocks',
      'skipped: the folder of recorded data has no busy blocks (2 needed, 1 there)',
    ]);
  });

  it('skips a suite that needs a kind of files, and runs it when there is one', () => {
    const files = (pattern: string): string =>
      `[{ what: 'indexes in blocks', folder: 'blocks', isFile: (name) => ${pattern}.test(name) }]`;
    expect(registered(environment, files('/index/'))).toEqual(['blocks', 'passes: reads']);
    expect(registered(environment, files('/nothing/'))).toEqual([
      'blocks',
      'skipped: the folder of recorded data has no indexes in blocks',
    ]);
  });

  it('skips a suite without needs when the index lists no block', () => {
    const empty = temporaryDirectory();
    mkdirSync(join(empty.path, 'blocks'));
    writeFileSync(join(empty.path, 'blocks', 'index.json'), '[]');
    expect(registered({ TONRIVER_DATA: empty.path, CI: 'true' })).toEqual([
      'blocks',
      'skipped: the folder of recorded data has no blocks (1 needed, 0 there)',
    ]);
    empty.remove();
  });
});

describe('describePart', () => {
  // The path has no programs, so namespaces cannot be made.
  const environment = { PATH: '/nowhere' };

  it('registers a skipped test that says what to install where processes cannot have pids of their own', () => {
    expect(registeredPart('pid-namespaces', environment)).toEqual([
      'a suite',
      expect.stringMatching(/^skipped: needs pid-namespaces: install unshare/),
    ]);
  });

  it('fails in CI, as for every other part', () => {
    expect(registeredPart('pid-namespaces', { ...environment, CI: 'true' })).toEqual([
      'a suite',
      expect.stringMatching(/^fails part_missing: needs pid-namespaces/),
    ]);
  });

  it('registers a skipped test where helm is not built and cannot be, also in CI', () => {
    for (const more of [{}, { CI: 'true' }]) {
      expect(registeredPart('helm', { ...environment, HOME: '/nowhere', ...more })).toEqual([
        'a suite',
        expect.stringMatching(/^skipped: needs helm: install Go 1\.\d+ or later/),
      ]);
    }
  });
});

describe('describeCommit', () => {
  const registeredCommit = (commit: string, environment: Record<string, string> = {}): string[] =>
    run(environment, `describeCommit('${commit}', 'a suite', () => it('runs', () => {}));`);
  const absent = '0'.repeat(40);

  it('registers a skipped test that names a commit which is not there', () => {
    expect(registeredCommit(absent)).toEqual([
      'a suite',
      expect.stringMatching(/^skipped: needs commit 0{40} of this repository: clone it with its history/),
    ]);
  });

  it('fails in CI, as for every part', () => {
    expect(registeredCommit(absent, { CI: 'true' })).toEqual([
      'a suite',
      expect.stringMatching(/^fails part_missing: needs commit/),
    ]);
  });

  it('names the commit without git, too', () => {
    expect(registeredCommit(absent, { PATH: '/nowhere' })).toEqual(['a suite', expect.stringMatching(/^skipped: /)]);
  });
});
