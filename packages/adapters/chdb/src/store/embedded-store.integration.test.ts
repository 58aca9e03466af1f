import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { describeStoreContract } from '@tonriver/clickhouse/contract';
import { openEmbeddedClickHouse } from '../index.ts';

const path = mkdtempSync(join(tmpdir(), 'tonriver-clickhouse-'));
afterAll(() => rmSync(path, { recursive: true, force: true }));

describeStoreContract('embedded engine', (database) => openEmbeddedClickHouse({ path, database }));
