import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { openClickHouse } from '../index.ts';
import { describeStoreContract } from '../testing/store-contract.ts';

const path = mkdtempSync(join(tmpdir(), 'tonriver-clickhouse-'));
afterAll(() => rmSync(path, { recursive: true, force: true }));

describeStoreContract('embedded engine', (database) => openClickHouse({ path, database }));
