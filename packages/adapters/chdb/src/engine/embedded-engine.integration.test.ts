import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { migrate } from '@tonriver/clickhouse';
import { createRowBatch, watermarksTable } from '@tonriver/row-schema';
import { createEmbeddedStore, openEmbeddedClickHouse, openEmbeddedEngine } from '../index.ts';

const root = mkdtempSync(join(tmpdir(), 'tonriver-engine-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const chdb = createRequire(import.meta.url).resolve('chdb');
const lifecycle = import.meta.resolve('@tonriver/lifecycle');

/** Starts a process that opens a directory, with the lock or without, runs statements and stays until it is killed. */
async function holdElsewhere(path: string, statements: readonly string[], isForeign = false) {
  const program = `
    import { createRequire } from 'node:module';
    import { lockDirectory } from ${JSON.stringify(lifecycle)};
    const { Session } = createRequire(import.meta.url)(${JSON.stringify(chdb)});
    if (!${isForeign}) lockDirectory(${JSON.stringify(path)}, () => new Error('held'));
    const session = new Session(${JSON.stringify(path)});
    for (const sql of ${JSON.stringify(statements)}) session.query(sql);
    console.log('held');
    setInterval(() => {}, 1000);`;
  const words = ['--import', import.meta.resolve('@tonriver/strip-types'), '--input-type=module', '-e', program];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

describe('the embedded engine', () => {
  it('names the process that has a directory, and reads its rows after it was killed', async () => {
    const path = join(root, 'held');
    const child = await holdElsewhere(path, [
      'CREATE DATABASE kept',
      'CREATE TABLE kept.t (n UInt32) ENGINE = MergeTree ORDER BY n',
      'INSERT INTO kept.t VALUES (7)',
    ]);
    try {
      await expect(openEmbeddedEngine({ path })).rejects.toMatchObject({
        code: 'clickhouse_directory_held',
        isRetryable: false,
        fields: { pid: child.pid },
      });
    } finally {
      await kill(child);
    }
    const store = await openEmbeddedClickHouse({ path, database: 'kept' });
    expect(await store.query('SELECT n FROM t')).toEqual([{ n: 7 }]);
    await store.close();
  });

  it('refuses a directory that another ClickHouse program has', async () => {
    const path = join(root, 'foreign');
    const child = await holdElsewhere(path, ['SELECT 1'], true);
    const unusable = { code: 'clickhouse_directory_unusable', message: expect.stringContaining(path) };
    await expect(openEmbeddedEngine({ path })).rejects.toMatchObject(unusable);
    await kill(child);
    await (await openEmbeddedEngine({ path })).close();
  });

  it('removes files that a killed process left, when it opens', async () => {
    const path = join(root, 'left');
    const first = await openEmbeddedEngine({ path });
    const file = first.exchangeFile();
    writeFileSync(file, 'rows of an insert that was never finished');
    await first.close();
    const second = await openEmbeddedEngine({ path });
    expect(existsSync(file)).toBe(false);
    await second.close();
  });

  it('leaves no file after an insert, whether it succeeds or fails', async () => {
    const path = join(root, 'clean');
    const engine = await openEmbeddedEngine({ path });
    const store = await createEmbeddedStore({ engine, database: 'clean_test' });
    await migrate(store);
    const batch = createRowBatch(watermarksTable);
    batch.add({ firstSeqno: 1, lastSeqno: 2, linkedSeqno: 0 });
    await store.insertRows(watermarksTable, batch.rows());
    await expect(store.insertRows(watermarksTable, { bytes: new Uint8Array(3), rowCount: 1 })).rejects.toThrow();
    expect(readdirSync(join(engine.exchangeFile(), '..'))).toEqual([]);
    await store.close();
    await engine.close();
  });

  it('can be open once per process, and again after it was closed', async () => {
    const engine = await openEmbeddedEngine({ path: join(root, 'one') });
    await expect(openEmbeddedEngine({ path: join(root, 'two') })).rejects.toMatchObject({
      code: 'clickhouse_directory_busy_in_process',
    });
    await engine.close();
    await engine.close();
    const next = await openEmbeddedEngine({ path: join(root, 'two') });
    expect(() => engine.openSession()).toThrow(expect.objectContaining({ code: 'clickhouse_closed' }));
    await next.close();
  });

  it('refuses calls after the store was closed', async () => {
    const store = await openEmbeddedClickHouse({ path: join(root, 'closed'), database: 'closed_test' });
    await store.close();
    await store.close();
    await expect(store.query('SELECT 1')).rejects.toMatchObject({ code: 'clickhouse_closed' });
    await expect(store.ping()).rejects.toMatchObject({ code: 'clickhouse_closed' });
  });
});
