import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describePart, fetchedFolder, runProgram } from '@tonriver/testing';
import { type BuiltStandalone, startBuiltStandalone } from '../clickhouse-port/built-standalone.ts';
import { readingsOf, type TableReading } from './table-reading.ts';

/** Fetches a driver and its dependencies, as its folder here lists them. */
function fetchedDriver(
  name: 'java' | 'go' | 'python',
  fetchInto: (source: string, target: string) => Promise<void>,
): Promise<string> {
  const source = join(import.meta.dirname, name);
  return fetchedFolder(`driver-${name}`, source, (target) => fetchInto(source, target));
}

// Each driver reads every table of the database at the read-only port, with each compression it has. What
// it read is held against the engine's own counts and sums, which are read as JSON.

describePart('drivers', 'drivers of ClickHouse read every table', () => {
  let standalone: BuiltStandalone;
  let expected: ReadonlyMap<string, TableReading>;
  beforeAll(async () => {
    standalone = await startBuiltStandalone(8);
    expected = await engineReadings();
    expect(expected.size).toBeGreaterThan(20);
  }, 300_000);
  afterAll(() => standalone?.stop());

  const ask = async <Row>(sql: string): Promise<readonly Row[]> => {
    const address = `http://127.0.0.1:${standalone.clickHousePort}/?default_format=JSONEachRow&database=${standalone.database}`;
    const response = await fetch(address, { method: 'POST', body: sql });
    const text = await response.text();
    expect({ status: response.status, sql, text: text.slice(0, 200) }).toMatchObject({ status: 200 });
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
  };

  async function engineReadings(): Promise<ReadonlyMap<string, TableReading>> {
    const columns = await ask<{ readonly table: string; readonly name: string; readonly type: string }>(
      'SELECT table, name, type FROM system.columns WHERE database = currentDatabase() ORDER BY table, position',
    );
    const readings = new Map<string, TableReading>();
    for (const table of new Set(columns.map((column) => column.table))) {
      // `*` leaves out columns that the engine fills by itself.
      const named = await ask<Record<string, unknown>>(`SELECT * FROM ${table} LIMIT 1`);
      const whole = columns.filter(
        ({ table: of, name, type }) =>
          of === table &&
          /^(Nullable\()?U?Int(8|16|32|64)\)?$/.test(type) &&
          (named[0] === undefined || name in named[0]),
      );
      const sums = whole.map(({ name }) => `sum(toInt256(ifNull(\`${name}\`, 0)))`).join(' + ') || "toInt256('0')";
      const [row] = await ask<{ readonly rows: string; readonly sum: string }>(
        `SELECT toString(count()) AS rows, toString(${sums}) AS sum FROM ${table}`,
      );
      readings.set(table, { rows: Number(row?.rows), sum: BigInt(row?.sum ?? '-1') });
    }
    return readings;
  }

  it('clickhouse-jdbc', async () => {
    const folder = await fetchedDriver('java', async (source, target) => {
      const words = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(target, 'libs')}`];
      await runProgram('mvn', words, source);
      await runProgram('javac', ['-cp', join(target, 'libs', '*'), '-d', target, 'ReadTables.java'], source);
    });
    const url = `jdbc:clickhouse://127.0.0.1:${standalone.clickHousePort}/${standalone.database}`;
    for (const options of ['', '?compress=false']) {
      const words = [
        '-cp',
        `${join(folder, 'libs', '*')}:${folder}`,
        'ReadTables',
        `${url}${options}`,
        standalone.database,
      ];
      expect(readingsOf(await runProgram('java', words, folder))).toEqual(expected);
    }
  }, 300_000);

  it('clickhouse-go', async () => {
    const folder = await fetchedDriver('go', async (source, target) => {
      await runProgram('go', ['build', '-o', join(target, 'read-tables'), '.'], source);
    });
    for (const compression of ['none', 'lz4', 'gzip', 'br']) {
      const words = [`127.0.0.1:${standalone.clickHousePort}`, standalone.database, compression];
      expect(readingsOf(await runProgram(join(folder, 'read-tables'), words, folder))).toEqual(expected);
    }
  }, 600_000);

  it('clickhouse-connect', async () => {
    const folder = await fetchedDriver('python', async (source, target) => {
      const words = ['-m', 'pip', 'install', '-q', '-r', 'requirements.txt', '--target', join(target, 'packages')];
      await runProgram('python3', words, source);
    });
    for (const compression of ['none', 'gzip', 'lz4']) {
      const program = join(import.meta.dirname, 'python', 'read_tables.py');
      const words = [`PYTHONPATH=${join(folder, 'packages')}`, 'python3', program];
      const settings = [String(standalone.clickHousePort), standalone.database, compression];
      expect(readingsOf(await runProgram('env', [...words, ...settings], folder))).toEqual(expected);
    }
  }, 300_000);

  it('@clickhouse/client', async () => {
    for (const response of [false, true]) {
      const client = createClient({
        url: `http://127.0.0.1:${standalone.clickHousePort}`,
        database: standalone.database,
        compression: { response },
        clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
      });
      for (const [table, reading] of expected) {
        const result = await client.query({
          query: `SELECT * FROM ${table}`,
          format: 'JSONCompactEachRowWithNamesAndTypes',
        });
        const [, types = [], ...rows] = await result.json<string[]>();
        const isWhole = types.map((type) => /^(Nullable\()?U?Int(8|16|32|64)\)?$/.test(type));
        const sum = rows.flat().length === 0 ? 0n : rows.reduce((total, row) => total + sumOf(row, isWhole), 0n);
        expect({ table, rows: rows.length, sum }).toEqual({ table, ...reading });
      }
      await client.close();
    }
  }, 120_000);
});

function sumOf(row: readonly string[], isWhole: readonly boolean[]): bigint {
  return row.reduce(
    (total, value, index) => (isWhole[index] === true && value !== null ? total + BigInt(value) : total),
    0n,
  );
}
