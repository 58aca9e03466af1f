import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmbeddedStore, type EmbeddedEngine, openEmbeddedEngine } from '@tonriver/chdb';
import { migrate } from '@tonriver/clickhouse';
import { refuseOtherNetwork } from './one-network.ts';

describe('refuseOtherNetwork', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tonriver-'));
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await openEmbeddedEngine({ path: directory });
  });
  afterAll(async () => {
    await engine.close();
    rmSync(directory, { recursive: true });
  });
  const refuse = (database: string) => refuseOtherNetwork(engine, { database, dataDirectory: '/data' });

  it('accepts an empty directory, and later only the network that filled it', async () => {
    await refuse('ton_built');
    const store = await createEmbeddedStore({ engine, database: 'ton_built' });
    await migrate(store);
    await store.close();

    await refuse('ton_built');
    await expect(refuse('ton_mainnet')).rejects.toMatchObject({
      code: 'directory_of_another_network',
      message: expect.stringMatching(/\/data .*holds ton_built and not ton_mainnet/),
    });
  });
});
