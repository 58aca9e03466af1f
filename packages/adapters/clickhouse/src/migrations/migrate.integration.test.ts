import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmbeddedStore, type EmbeddedEngine, openEmbeddedEngine } from '@tonriver/chdb';
import {
  allTables,
  bytes,
  columnsSql,
  createRowBatch,
  createTableSql,
  hashPrefixOf,
  messagePlacesTable,
  type MessageRow,
  messagesTable,
  packConsistencySql,
  rowPackOf,
  schemaVersion,
  type TableDefinition,
  uint32,
} from '@tonriver/row-schema';
import { isTextColumn, packExpression, randomRows } from '@tonriver/row-schema/testing';
import fc from 'fast-check';
import {
  type ClickHouseStore,
  dropTestDatabase,
  type Migration,
  migrate,
  migrations,
  readSchemaState,
} from '../index.ts';
import { checkSchema } from './check-schema.ts';
import { planSlices } from './slices.ts';
import { withMigrationLock } from './migration-lock.ts';
import { waitForSchema } from './wait-for-schema.ts';

const refusedAs = (code: string) => expect.objectContaining({ name: 'ClickHouseStoreError', code });

let folder: string;
let engine: EmbeddedEngine;
let stores: ClickHouseStore[] = [];

/** A store on a database of its own; two stores of one name are two programs on one database. */
async function open(database: string): Promise<ClickHouseStore> {
  const store = await createEmbeddedStore({ engine, database });
  stores.push(store);
  return store;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonriver-migrate-'));
  engine = await openEmbeddedEngine({ path: folder });
}, 60_000);

afterAll(async () => {
  for (const store of stores) await store.close();
  stores = [];
  await engine?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the frozen steps', () => {
  it('make tables that equal the definitions, including codecs and sort keys', async () => {
    const migrated = await open('migrated_test');
    await migrate(migrated);
    const defined = await open('defined_test');
    for (const table of allTables) await defined.command(createTableSql(table, 'defined_test'));

    const textOf = async (store: ClickHouseStore, name: string): Promise<string> => {
      const [row] = await store.query<{ statement: string }>(`SHOW CREATE TABLE ${name}`);
      return row!.statement.replaceAll(store.database, 'database');
    };
    for (const { name } of allTables) expect(await textOf(migrated, name)).toBe(await textOf(defined, name));
  }, 120_000);

  it('count from 1 without a gap up to the version of the definitions, and never demand a program newer than themselves', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
    expect(migrations.at(-1)?.version).toBe(schemaVersion);
    for (const { version, oldestCompatible } of migrations) expect(oldestCompatible).toBeLessThanOrEqual(version);
  });

  it('go on where a killed migration ended', async () => {
    const store = await open('killed_test');
    const killed = (statement: number): ClickHouseStore => {
      let left = statement;
      return {
        ...store,
        async command(sql, parameters) {
          left -= 1;
          if (left < 0) throw new Error('killed');
          await store.command(sql, parameters);
        },
      };
    };
    const outcomes: string[] = [];
    for (let statement = 3; outcomes.at(-1) !== 'done'; statement += 3) {
      const outcome = await migrate(killed(statement), { silenceSecondsMax: -1 }).then(
        () => 'done',
        (error: Error) => error.message,
      );
      outcomes.push(outcome);
      // Killed behind its last step it has done everything but to release the lock.
      if ((await readSchemaState(store)).version < schemaVersion) {
        await expect(checkSchema(store)).rejects.toEqual(refusedAs('clickhouse_schema_older'));
      }
    }
    expect(outcomes.filter((outcome) => outcome === 'killed').length).toBe(outcomes.length - 1);
    expect(outcomes.length).toBeGreaterThan(5);
    await checkSchema(store);
  }, 120_000);
});

describe('two programs that migrate at once', () => {
  it('do each step once between them', async () => {
    const [one, other] = [await open('at_once_test'), await open('at_once_test')];
    const steps: string[] = [];
    const run = (store: ClickHouseStore, name: string) =>
      migrate(store, { onStep: ({ version }) => steps.push(`${version} ${name}`) });

    await Promise.all([run(one, 'one'), run(other, 'other')]);

    expect(steps.map((step) => Number(step.split(' ')[0]))).toEqual(migrations.map(({ version }) => version));
    expect(new Set(steps.map((step) => step.split(' ')[1])).size).toBe(1);
  }, 120_000);

  it('wait for the holder of the lock, and take it over when the holder is silent for too long', async () => {
    const store = await open('lock_test');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const order: string[] = [];
    const first = withMigrationLock(store, {}, async (lock) => {
      order.push('first');
      await held;
      return lock;
    });
    await untilTrue(() => order.length === 1);
    const waits: string[] = [];
    const second = withMigrationLock(store, { onWait: (holder) => void waits.push(holder) }, async () => {
      order.push('second');
    });
    await untilTrue(() => waits.length === 1);
    expect(order).toEqual(['first']);

    await withMigrationLock(store, { silenceSecondsMax: -1 }, async () => void order.push('third'));
    release();
    const lost = await first;
    await second;

    expect(order.slice(0, 2)).toEqual(['first', 'third']);
    await expect(lost.check()).rejects.toEqual(refusedAs('clickhouse_migration_lock_lost'));
  }, 60_000);

  it('ask at most once a second whether they still hold the lock', async () => {
    const store = await open('lock_asked_test');
    let queries = 0;
    const counting: ClickHouseStore = Object.create(store, {
      query: {
        value: (...words: Parameters<ClickHouseStore['query']>) => {
          queries += 1;
          return store.query(...words);
        },
      },
    });
    await withMigrationLock(counting, {}, async (lock) => {
      queries = 0;
      const startedAtMs = performance.now();
      let checks = 0;
      for (; performance.now() - startedAtMs < 2_500; checks += 1) {
        await lock.check();
        await sleep(1);
      }
      expect(checks).toBeGreaterThan(10);
      expect(queries).toBeGreaterThanOrEqual(2);
      expect(queries).toBeLessThanOrEqual(3);
      await withMigrationLock(store, { silenceSecondsMax: -1 }, async () => {
        await sleep(1_000);
        await expect(lock.check()).rejects.toEqual(refusedAs('clickhouse_migration_lock_lost'));
      });
    });
  }, 60_000);
});

describe('look-ups by the beginning of a hash', () => {
  it('are filled from the rows that were there', async () => {
    const store = await open('filled_test');
    const before = migrations.filter(({ version }) => version < 9);
    // The tables of step 8 are not those of this release, which it says behind its last step.
    await expect(migrate(store, { migrations: before })).rejects.toEqual(refusedAs('clickhouse_schema_older'));
    expect(await readSchemaState(store)).toMatchObject({ version: 8 });
    const batch = createRowBatch(messagesTable);
    const norm = new Uint8Array(32).fill(9);
    for (const lt of [1n, 2n]) batch.add({ ...message(lt), hash: hashOf(lt), hashNorm: lt === 1n ? norm : hashOf(lt) });
    await store.insertRows(messagesTable, batch.rows());
    await migrate(store);

    const columns = messagePlacesTable.columns;
    const rows = await store.select(columns, `SELECT ${columnsSql(columns)} FROM message_places ORDER BY lt, is_norm`);
    expect(rows.map(({ hashPrefix, lt, isNorm }) => ({ hashPrefix, lt, isNorm }))).toEqual([
      { hashPrefix: hashPrefixOf(hashOf(1n)), lt: 1n, isNorm: false },
      { hashPrefix: hashPrefixOf(norm), lt: 1n, isNorm: true },
      { hashPrefix: hashPrefixOf(hashOf(2n)), lt: 2n, isNorm: false },
    ]);
    const { blockShard, blockSeqno, workchain, direction, position, mcBlockSeqno, rowVersion } = message(1n);
    expect(rows[0]).toMatchObject({ workchain, direction, position, mcBlockSeqno, rowVersion });
    expect([rows[0]?.shard, rows[0]?.seqno]).toEqual([blockShard, blockSeqno]);
    await dropTestDatabase(store);
  }, 120_000);

  it('leave rows outside parts their packs, and give others none', async () => {
    const store = await open('packs_test');
    await migrate(store);
    const batch = createRowBatch(messagesTable);
    // Of parsers 4 and 5.
    for (const [lt, rowVersion] of [[1n, 8] as const, [2n, 10] as const]) batch.add({ ...message(lt), rowVersion });
    await store.insertRows(messagesTable, batch.rows());
    expect(await store.query('SELECT length(pack) > 0 AS packed FROM messages ORDER BY lt')).toEqual([
      { packed: 1 },
      { packed: 0 },
    ]);
    expect(await store.query(`SELECT lt FROM messages WHERE NOT (${packConsistencySql(messagesTable)})`)).toEqual([]);
    await dropTestDatabase(store);
  }, 120_000);

  it('are filled slice by slice', async () => {
    const slicesOf = async (rows: number): Promise<readonly string[]> =>
      await planSlices({ query: async () => [{ rows }] } as unknown as ClickHouseStore, { table: 't', by: 'account' });
    expect(await slicesOf(0)).toEqual(['true']);
    expect(await slicesOf(10_000_000)).toEqual(['true']);
    expect(await slicesOf(10_000_001)).toEqual([
      `true AND account < toFixedString(unhex('8000'), 32)`,
      `account >= toFixedString(unhex('8000'), 32)`,
    ]);
  });
});

describe('a newer release', () => {
  const addColumn = (version: number, oldestCompatible: number): Migration => ({
    version,
    oldestCompatible,
    name: `add column ${version}`,
    statements: () => [
      `ALTER TABLE messages ADD COLUMN IF NOT EXISTS later_${version} UInt32 DEFAULT 7 AFTER row_version`,
      `ALTER TABLE messages MODIFY COLUMN pack String MATERIALIZED ${packExpression(laterMessages(version))}`,
    ],
  });
  const laterMessages = (version: number): TableDefinition => ({
    ...messagesTable,
    columns: [
      ...messagesTable.columns,
      {
        name: `later_${version}`,
        type: uint32,
        comment: 'Added later',
        added: { bySchema: version, byPackFormat: 2, default: { sql: '7', value: 7 } },
      },
    ],
    pack: { ...messagesTable.pack!, format: 2 },
    encode: () => undefined,
  });

  it('admits this release when its step only adds, and excludes it when its step says so', async () => {
    const store = await open('newer_test');
    await migrate(store);
    // As if the packs of this table had not ended: a newer release adds columns to others in the same way.
    await store.command(`ALTER TABLE messages MODIFY COLUMN pack String MATERIALIZED ${packExpression(messagesTable)}`);
    const insert = async (lt: bigint): Promise<void> => {
      const batch = createRowBatch(messagesTable);
      batch.add(message(lt));
      await store.insertRows(messagesTable, batch.rows());
    };
    await insert(1n);
    await migrate(store, { migrations: [...migrations, addColumn(schemaVersion + 1, schemaVersion)] });
    await checkSchema(store);
    await insert(2n);

    for (const table of [messagesTable as unknown as TableDefinition, laterMessages(schemaVersion + 1)]) {
      const pack = rowPackOf<Record<string, unknown>>(table);
      const rows = (
        await store.select(
          pack.columns,
          `SELECT ${pack.columns.map(({ name }) => name).join()} FROM messages FINAL ORDER BY lt`,
        )
      ).map(pack.unpack);
      expect(rows.map(({ lt, fwdFee }) => [lt, fwdFee])).toEqual([
        [1n, 100n],
        [2n, 200n],
      ]);
      if (table.columns.length > messagesTable.columns.length) {
        expect(rows.map((row) => row[`later${schemaVersion + 1}`])).toEqual([7, 7]);
      }
      const wrong = await store.query(`SELECT lt FROM messages WHERE NOT (${packConsistencySql(table)})`);
      expect(wrong).toEqual([]);
    }
    const formats = await store.query('SELECT ascii(pack) AS format FROM messages ORDER BY lt');
    expect(formats).toEqual([{ format: 1 }, { format: 2 }]);

    await store.command(
      `INSERT INTO schema_migrations (version, name, oldest_compatible)
       VALUES (${schemaVersion + 2}, 'shut out', ${schemaVersion + 1})`,
    );
    await expect(checkSchema(store)).rejects.toEqual(refusedAs('clickhouse_schema_newer'));
    await expect(migrate(store)).rejects.toEqual(refusedAs('clickhouse_schema_newer'));
  }, 120_000);

  it('is waited for by programs that need its tables', async () => {
    const store = await open('waiting_test');
    const told: string[] = [];
    const stopped = new AbortController();
    const waiting = waitForSchema(store, { signal: stopped.signal, onWait: (message) => void told.push(message) });
    await untilTrue(() => told.length === 1);
    expect(told[0]).toContain('npx tonriver migrate');
    expect(await readSchemaState(store)).toMatchObject({ version: 0 });
    await migrate(store);
    await waiting;
    await dropTestDatabase(store);
  }, 120_000);

  it('makes starting programs wait while its migration is half done; they fail when no process migrates', async () => {
    const store = await open('half_test');
    await migrate(store);
    const told: string[] = [];
    const wait = () =>
      waitForSchema(store, { signal: new AbortController().signal, onWait: (message) => void told.push(message) });
    await store.command('ALTER TABLE messages ADD COLUMN later UInt32');
    await expect(wait()).rejects.toEqual(refusedAs('clickhouse_schema_mismatch'));
    let waiting = Promise.resolve();
    await withMigrationLock(store, {}, async () => {
      waiting = wait();
      await untilTrue(() => told.length === 1);
      await store.command('ALTER TABLE messages DROP COLUMN later');
    });
    await waiting;
    expect(told[0]).toContain('later');
    await dropTestDatabase(store);
  }, 120_000);
});

describe('a pack', () => {
  const pack = rowPackOf<Record<string, unknown>>(messagesTable as unknown as TableDefinition);
  const packColumn = [{ name: 'pack', type: bytes, comment: 'The pack' }] as const;

  it.each([
    ['longer than its columns', (found: Uint8Array) => Buffer.concat([found, Buffer.from([0])]), 'row_binary_invalid'],
    ['shorter than its columns', (found: Uint8Array) => found.subarray(0, -1), 'row_binary_truncated'],
    [
      'without a format',
      (found: Uint8Array) => Buffer.concat([Buffer.from([0]), found.subarray(1)]),
      'row_binary_invalid',
    ],
  ])('%s is refused', async (_, alter, code) => {
    const store = await open('newer_test');
    const [stored] = await store.select(packColumn, 'SELECT pack FROM messages WHERE lt = 1');
    expect(() => pack.unpack({ pack: alter(stored!.pack as Uint8Array) })).toThrow(expect.objectContaining({ code }));
  });
});

async function untilTrue(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

function hashOf(lt: bigint): Uint8Array {
  return new Uint8Array(32).fill(Number(lt));
}

/** A message of any content, told apart by its lt and its forward fee. */
function message(lt: bigint): MessageRow {
  const [row] = fc.sample(randomRows(messagesTable.columns, isTextColumn), { numRuns: 1, seed: 1 });
  return { ...(row as unknown as MessageRow), lt, fwdFee: lt * 100n };
}
