import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

interface KeptSources {
  find(text: string): string | undefined;
  keep(text: string, source: string): void;
}

// It has no types: it runs where types are not read.
const { openKeptSources } = (await import(new URL('./kept-sources.mjs', import.meta.url).href)) as {
  readonly openKeptSources: (directory: string, maker: string) => KeptSources;
};

describe('kept sources', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kept-sources-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const open = (maker = 'one'): KeptSources => openKeptSources(join(folder, 'kept'), maker);
  const files = (): string[] => readdirSync(join(folder, 'kept')).map((name) => join(folder, 'kept', name));

  it('are found by what they were made from, and by its maker', () => {
    open().keep('let a: 1;', 'let a   ;');
    expect(open().find('let a: 1;')).toBe('let a   ;');
    expect(open().find('let a: 2;')).toBeUndefined();
    expect(open('another').find('let a: 1;')).toBeUndefined();
    expect(files()).toHaveLength(1);
  });

  it('are not used when a part of one is missing', () => {
    open().keep('text', 'first();\nsecond();\n');
    const [file] = files();
    const whole = readFileSync(file!);
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(file!, whole.subarray(0, length));
      expect(open().find('text')).toBeUndefined();
    }
  });

  it('that are old go when others come', () => {
    open().keep('old', 'old');
    const monthsAgo = new Date(Date.now() - 60 * 24 * 60 * 60 * 1_000);
    utimesSync(files()[0]!, monthsAgo, monthsAgo);
    open().keep('new', 'new');
    expect([open().find('old'), open().find('new')]).toEqual([undefined, 'new']);
  });

  it('are nothing to depend on: without a folder, nothing is kept and nothing fails', () => {
    writeFileSync(join(folder, 'kept'), 'a file in the way');
    open().keep('text', 'source');
    expect(open().find('text')).toBeUndefined();
  });
});
