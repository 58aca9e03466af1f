import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { temporaryDirectory } from '@tonriver/testing';
import { openEmbeddedEventLog } from '../index.ts';
import { FULL_DISK_TOPIC } from './full-disk-topic.test-support.ts';

const child = join(dirname(fileURLToPath(import.meta.url)), 'full-disk-child.test-support.ts');
/** 4 MiB, in the shell's blocks of 512 bytes. */
const FILE_BLOCKS_MAX = 8192;

describe('the embedded log on a full disk', () => {
  it('rejects with its directory, keeps acknowledged records, and works again when there is room', async () => {
    const folder = temporaryDirectory();
    const directory = join(folder.path, 'log');
    try {
      const command = `ulimit -f ${FILE_BLOCKS_MAX}; exec "$@"`;
      const words = [process.execPath, '--import', import.meta.resolve('@tonriver/strip-types'), child, directory];
      const { stdout, stderr } = await promisify(execFile)('/bin/sh', ['-c', command, 'sh', ...words]);
      const said = JSON.parse(stdout) as { acknowledged: number; code: string; message: string };
      expect(said).toMatchObject({ code: 'store_failed', message: expect.stringContaining(directory) });
      expect(said.message).not.toContain('see commitError');
      // An unhandled rejection would have ended the process before its answer.
      expect(stderr).not.toContain('Node.js v');
      expect(said.acknowledged).toBeGreaterThan(5);

      const log = await openEmbeddedEventLog({ directory, logger: silentLogger });
      await log.ensureTopics([FULL_DISK_TOPIC]);
      const [end] = await log.endOffsets(FULL_DISK_TOPIC.name);
      expect(end).toBe(BigInt(said.acknowledged));
      const producer = await log.producer();
      await producer.send(FULL_DISK_TOPIC.name, [{ partition: 0, key: null, value: Buffer.alloc(9), headers: {} }]);
      expect(await log.endOffsets(FULL_DISK_TOPIC.name)).toEqual([BigInt(said.acknowledged + 1)]);
      await log.close();
    } finally {
      folder.remove();
    }
  });
});
