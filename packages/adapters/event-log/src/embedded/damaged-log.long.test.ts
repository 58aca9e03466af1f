import { join } from 'node:path';
import { describeDamagedStore } from '@tonriver/lmdb-file/testing';
import { writeLog } from './damaged-log.test-support.ts';

describeDamagedStore({
  name: 'an embedded log',
  write: writeLog,
  reader: join(import.meta.dirname, 'damaged-log-child.test-support.ts'),
  seeds: { first: 100_000, count: 5_000 },
  timeoutMs: 1_800_000,
});
