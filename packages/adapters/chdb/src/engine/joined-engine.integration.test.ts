import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import type { JoinedOutcome } from './joined-engine-process.test-support.ts';

const path = mkdtempSync(join(tmpdir(), 'tonriver-joined-'));
afterAll(() => rmSync(path, { recursive: true, force: true }));

it('a thread that joins the engine sees each row that another thread wrote, and remembers results meanwhile', async () => {
  const entry = join(import.meta.dirname, 'joined-engine-process.test-support.ts');
  const words = ['--import', import.meta.resolve('@tonriver/strip-types'), entry, path];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 60_000 });
  const { seen, readings, afterClose } = JSON.parse(stdout) as JoinedOutcome;
  expect(seen).toEqual(seen.map((_, index) => index + 1));
  expect([seen.length, readings, afterClose]).toEqual([60, 0, 60]);
}, 90_000);
