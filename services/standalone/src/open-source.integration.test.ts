import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { standaloneConfig } from './config.ts';
import { openSource } from './open-source.ts';

describe('openSource', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonriver-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('refuses paths without a block before the data directory is created, and names them', async () => {
    writeFileSync(join(folder, 'notes.txt'), 'no block');
    const config = standaloneConfig(['--source', 'archive', '--path', folder], {});
    if ('help' in config || config.source.kind === 'devnet') throw new Error('an archive was asked for');
    const { source } = config;

    await expect(
      openSource({ ...config, source }, silentLogger, {
        signal: new AbortController().signal,
        step: () => undefined,
      }),
    ).rejects.toMatchObject({
      code: 'no_blocks',
      message: expect.stringContaining(folder),
    });
  });
});
