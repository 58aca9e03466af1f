import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  allTables,
  columnsSql,
  createRowBatch,
  deploymentTable,
  hashListSql,
  hashSql,
  packedColumnsOf,
  pickColumns,
  rowPackOf,
  schemaVersion,
  type TableDefinition,
  text,
  bodyHashesTable,
  uint64,
} from '@tonriver/row-schema';
import type { AnyRow } from '@tonriver/row-schema/testing';
import {
  type ClickHouseStore,
  dropTestDatabase,
  emptyTestDatabase,
  migrate,
  migrations,
  readDeployment,
  recordDeployment,
} from '../index.ts';
import { asTexts, sampleRows } from './comparable-rows.ts';
import { testTables } from './table-contract.ts';

/** The row as parser 4 wrote it: rows of later ones are in parts, and have no pack. */
const outsideParts = (row: AnyRow): AnyRow => ({ ...row, rowVersion: 8 });
const hashOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const refusedAs = (code: string) => expect.objectContaining({ name: 'ClickHouseStoreError', code });

const countColumns = [
  { name: 'number', type: uint64, comment: 'A number' },
  { name: 'words', type: text, comment: 'Words' },
] as const;

/**
 * Tests that hold for the server and the engine in process. `open` returns a store on an empty database named
 * `database`, which the tests may drop.
 */
export function describeStoreContract(name: string, open: (database: string) => Promise<ClickHouseStore>): void {
  describe(`ClickHouseStore contract: ${name}`, () => {
    let store: ClickHouseStore;

    beforeAll(async () => {
      store = await open('contract_test');
      await migrate(store);
      await emptyTestDatabase(store);
    });

    afterAll(async () => {
      await dropTestDatabase(store);
      await store.close();
    });

    testTables({ store: () => store, empty: () => emptyTestDatabase(store) });

    const packedTables = allTables.filter(({ pack }) => pack !== undefined);

    it.each(packedTables.map((table) => [table.name, table] as const))(
      'answers whole rows of %s by its pack, also when the pack came after the rows',
      async (name, definition) => {
        const table = definition as unknown as TableDefinition<AnyRow>;
        await emptyTestDatabase(store);
        const batch = createRowBatch(table);
        for (const row of sampleRows(table)) batch.add(table.pack?.emptyWhere === undefined ? row : outsideParts(row));
        await store.insertRows(definition, batch.rows());
        const pack = rowPackOf<AnyRow>(table);
        const read = async () => {
          const rows = await store.select(pack.columns, `SELECT ${columnsSql(pack.columns)} FROM ${name} FINAL`);
          return asTexts(rows.map(pack.unpack));
        };
        // A pack may hold only what readers need.
        const names = new Set([...pack.columns, ...packedColumnsOf(table)].map((column) => column.name));
        const columns = table.columns.filter((column) => names.has(column.name));
        const rows = (await store.select(
          columns,
          `SELECT ${columnsSql(columns)} FROM ${name} FINAL`,
        )) as readonly AnyRow[];
        expect(rows.length).toBeGreaterThan(0);
        expect(await read()).toEqual(asTexts(rows));

        await store.command(`ALTER TABLE ${name} DROP COLUMN pack`);
        await expect(migrate(store)).rejects.toEqual(refusedAs('clickhouse_schema_mismatch'));
        await store.command('TRUNCATE TABLE schema_migrations');
        await migrate(store);
        expect(await read()).toEqual(asTexts(rows));
      },
    );

    it('migrates a second time without doing anything', async () => {
      await migrate(store);
      expect(await store.query('SELECT version FROM schema_migrations FINAL ORDER BY version')).toEqual(
        migrations.map(({ version }) => ({ version })),
      );
    });

    it('writes comments where analysts look', async () => {
      const found = await store.query<{ missing: string }>(
        "SELECT count() AS missing FROM system.columns WHERE database = {database:String} AND comment = ''",
        { database: store.database },
      );
      expect(found).toEqual([{ missing: '0' }]);
    });

    it('binds parameters of every kind without changing a character', async () => {
      const words = 'it\'s "q" \\ back\tslash\nline ünïcode 🙂 {x:String} /* */ -- ; %s \\N';
      const found = await store.query(
        `SELECT {words:String} AS words, {list:Array(String)} AS list,
          {big:UInt64} AS big, {negative:Int64} AS negative,
          {flag:Bool} AS flag, {nothing:Nullable(UInt32)} AS nothing, {numbers:Array(UInt64)} AS numbers,
          hex(unhex({hash:String})) AS hash`,
        {
          words,
          list: [words, "a'b", ''],
          big: 18_446_744_073_709_551_615n,
          negative: -9_223_372_036_854_775_808n,
          flag: true,
          nothing: null,
          numbers: [1n, 18_446_744_073_709_551_615n],
          hash: hashOf(0xe1),
        },
      );
      expect(found).toEqual([
        {
          words,
          list: [words, "a'b", ''],
          big: '18446744073709551615',
          negative: '-9223372036854775808',
          flag: true,
          nothing: null,
          numbers: ['1', '18446744073709551615'],
          hash: 'E1'.repeat(32),
        },
      ]);
    });

    it('refuses a query whose placeholder has no value, also after a query that had one', async () => {
      await store.query('SELECT {x:UInt8} AS x', { x: 1 });
      await expect(store.query('SELECT {x:UInt8} AS x')).rejects.toEqual(refusedAs('clickhouse_invalid_parameter'));
    });

    it('refuses values that would break out of a parameter', async () => {
      const found = await store.query("SELECT {x:String} AS x, 'safe' AS y", {
        x: "', y = 'pwned'; DROP TABLE blocks --",
      });
      expect(found).toEqual([{ x: "', y = 'pwned'; DROP TABLE blocks --", y: 'safe' }]);
    });

    it('finds rows by one hash and by many through the primary key', async () => {
      await emptyTestDatabase(store);
      const batch = createRowBatch(bodyHashesTable);
      for (let byte = 0; byte < 256; byte++) {
        batch.add({
          bodyHash: hashOf(byte),
          direction: 'in',
          position: 0,
          workchain: 0,
          account: hashOf(255 - byte),
          lt: BigInt(byte),
          rowVersion: 2,
          mcBlockSeqno: null,
        });
      }
      await store.insertRows(bodyHashesTable, batch.rows());
      const columns = pickColumns(bodyHashesTable, 'body_hash', 'lt');

      const one = await store.select(
        columns,
        `SELECT body_hash, lt FROM body_hashes FINAL WHERE body_hash = ${hashSql('h')}`,
        {
          h: hashOf(200),
        },
      );
      const many = await store.select(
        columns,
        `SELECT body_hash, lt FROM body_hashes FINAL WHERE body_hash IN ${hashListSql('hashes')} ORDER BY lt`,
        { hashes: [hashOf(9), hashOf(250), hashOf(0)] },
      );

      expect(one.map((row) => row.lt)).toEqual([200n]);
      expect(many.map((row) => row.lt)).toEqual([0n, 9n, 250n]);
      expect(Buffer.from(many[2]?.bodyHash ?? []).equals(hashOf(250))).toBe(true);
    });

    it('keeps all of several inserts at once, and counts the rows of each', async () => {
      await emptyTestDatabase(store);
      const inserts = Array.from({ length: 12 }, async (_, index) => {
        const batch = createRowBatch(bodyHashesTable);
        for (let row = 0; row <= index; row++) {
          batch.add({
            bodyHash: hashOf(index),
            direction: 'in',
            position: 0,
            workchain: row,
            account: hashOf(row),
            lt: 1n,
            rowVersion: 1,
            mcBlockSeqno: null,
          });
        }
        await store.insertRows(bodyHashesTable, batch.rows());
      });
      await Promise.all(inserts);
      expect(await store.query('SELECT count() AS rows FROM body_hashes FINAL')).toEqual([{ rows: '78' }]);
    });

    it('refuses a result that has other columns than announced', async () => {
      const wrong = store.select(countColumns, "SELECT toUInt32(1) AS number, 'a' AS words");
      await expect(wrong).rejects.toEqual(refusedAs('clickhouse_result_mismatch'));
      const fewer = store.select(countColumns, 'SELECT toUInt64(1) AS number');
      await expect(fewer).rejects.toEqual(refusedAs('clickhouse_result_mismatch'));
    });

    it('streams more rows than one piece holds, and stops early when the reader does', async () => {
      const sql = "SELECT number, repeat('x', number % 50) AS words FROM numbers({count:UInt64})";
      let rows = 0;
      let sum = 0n;
      let pieces = 0;
      for await (const piece of store.stream(countColumns, sql, { count: 300_000 })) {
        pieces += 1;
        for (const row of piece) {
          rows += 1;
          sum += row.number;
        }
      }
      expect([rows, sum]).toEqual([300_000, 44_999_850_000n]);
      expect(pieces).toBeGreaterThan(1);

      for await (const piece of store.stream(countColumns, sql, { count: 4_000_000 }, { resultRowsMax: 10_000_000 })) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
      await store.ping();
    });

    it('gives nothing for an empty result', async () => {
      expect(await store.select(countColumns, "SELECT number, '' AS words FROM numbers(0)")).toEqual([]);
      expect(await store.query('SELECT number FROM numbers(0)')).toEqual([]);
    });

    it('a query with one thread has no other thread print its result, and the analyzer that is quicker with plain statements', async () => {
      const sql = `SELECT toString(getSetting('output_format_parallel_formatting')) AS isParallel,
        toString(getSetting('enable_analyzer')) AS hasNewAnalyzer`;
      for (const [threadsMax, isOn] of [
        [1, 'false'],
        [2, 'true'],
      ] as const) {
        expect(await store.query(sql, {}, { threadsMax })).toEqual([{ isParallel: isOn, hasNewAnalyzer: isOn }]);
      }
    });

    it('throws an error with a code: unknown table, syntax, too large, too slow, too much memory', async () => {
      await expect(store.query('SELECT * FROM no_such_table')).rejects.toMatchObject({
        code: 'clickhouse_rejected',
        isRetryable: false,
        fields: { serverCode: 60 },
      });
      await expect(store.command('SELEC 1')).rejects.toMatchObject({ fields: { serverCode: 62 } });
      await expect(store.query('SELECT number FROM numbers(100)', {}, { resultRowsMax: 10 })).rejects.toMatchObject({
        code: 'clickhouse_result_too_large',
        isRetryable: false,
      });
      await expect(
        store.query('SELECT sum(sipHash64(number)) AS s FROM numbers(100000000000)', {}, { executionSecondsMax: 1 }),
      ).rejects.toMatchObject({ code: 'clickhouse_timeout', isRetryable: true });
      await expect(
        store.query('SELECT groupArray(number) AS a FROM numbers(50000000)', {}, { memoryBytesMax: 50_000_000 }),
      ).rejects.toMatchObject({ code: 'clickhouse_overloaded', isRetryable: true });
      await store.ping();
    });

    it('holds one network: its identity is recorded once and another is refused', async () => {
      await emptyTestDatabase(store);
      const identity = {
        network: 'mainnet',
        globalId: -239,
        zeroStateRootHash: hashOf(0xaa),
        zeroStateFileHash: hashOf(0xbb),
      };
      expect(await readDeployment(store)).toBeNull();
      await recordDeployment(store, identity, 4);
      await recordDeployment(store, identity, 4);
      await recordDeployment(store, identity, 5);
      expect(await readDeployment(store)).toMatchObject({ network: 'mainnet', globalId: -239, parserVersion: 5 });
      for (const other of [
        { network: 'testnet' },
        { globalId: -3 },
        { zeroStateRootHash: hashOf(1) },
        { zeroStateFileHash: hashOf(1) },
      ]) {
        await expect(recordDeployment(store, { ...identity, ...other }, 5)).rejects.toEqual(
          refusedAs('clickhouse_deployment_mismatch'),
        );
      }
    });

    it('keeps the parser version when a service without a parser starts first after a migration', async () => {
      await emptyTestDatabase(store);
      const identity = { network: 'n', globalId: 1, zeroStateRootHash: hashOf(1), zeroStateFileHash: hashOf(2) };
      await recordDeployment(store, identity);
      expect(await readDeployment(store)).toMatchObject({ parserVersion: 0 });
      await recordDeployment(store, identity, 4);
      // As it stood before the newest migration: the row that is written next outranks it.
      const before = createRowBatch(deploymentTable);
      const older = schemaVersion - 1;
      before.add({ ...identity, schemaVersion: older, parserVersion: 4, revision: (BigInt(older) << 32n) | 4n });
      await store.command('TRUNCATE TABLE deployment');
      await store.insertRows(deploymentTable, before.rows());
      await recordDeployment(store, identity);
      expect(await readDeployment(store)).toMatchObject({ schemaVersion, parserVersion: 4 });
    });

    it('refuses a schema that is newer than this program, or that differs from its definitions', async () => {
      await store.command("INSERT INTO schema_migrations (version, name) VALUES (999, 'from the future')");
      await expect(migrate(store)).rejects.toEqual(refusedAs('clickhouse_schema_newer'));
      await store.command('TRUNCATE TABLE schema_migrations');
      await store.command('ALTER TABLE rounds ADD COLUMN surprise UInt8');
      await expect(migrate(store)).rejects.toEqual(refusedAs('clickhouse_schema_mismatch'));
      await store.command('ALTER TABLE rounds DROP COLUMN surprise');
      await migrate(store);
    });

    it('destroys nothing in a database that is not named for tests', async () => {
      const elsewhere = { ...store, database: 'ton_mainnet' };
      await expect(dropTestDatabase(elsewhere)).rejects.toEqual(refusedAs('clickhouse_not_a_test_database'));
      await expect(emptyTestDatabase(elsewhere)).rejects.toEqual(refusedAs('clickhouse_not_a_test_database'));
      await expect(emptyTestDatabase({ ...store, database: 'latest' })).rejects.toEqual(
        refusedAs('clickhouse_not_a_test_database'),
      );
    });
  });
}
