import { join } from 'node:path';
import { describeDamagedStore } from '@tonriver/lmdb-file/testing';
import { writeStore } from './damaged-store.test-support.ts';

describeDamagedStore({
  name: 'a cell store',
  write: writeStore,
  reader: join(import.meta.dirname, 'damaged-store-child.test-support.ts'),
  seeds: { first: 1, count: 250 },
  timeoutMs: 120_000,
});
