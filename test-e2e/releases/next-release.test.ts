import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot, temporaryDirectory } from '@tonriver/testing';
import { editedFiles, makeNextRelease } from './next-release.ts';

it('the edits that make the next release find their places in this one', () => {
  const folder = temporaryDirectory();
  try {
    for (const file of editedFiles) {
      mkdirSync(dirname(join(folder.path, file)), { recursive: true });
      cpSync(join(repositoryRoot, file), join(folder.path, file));
    }
    mkdirSync(join(folder.path, 'packages/adapters/clickhouse/src/migrations/sql'), { recursive: true });
    makeNextRelease(folder.path);
    for (const file of editedFiles) {
      expect(readFileSync(join(folder.path, file), 'utf8')).not.toBe(readFileSync(join(repositoryRoot, file), 'utf8'));
    }
  } finally {
    folder.remove();
  }
});
