import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPort, type OpenPort } from '../testing/open-port.ts';

let port: OpenPort;
let secretFile: string;
let outputFile: string;

beforeAll(async () => {
  port = await openPort('looked_at_test', {
    mode: 'read-only',
    bounds: {
      executionSecondsMax: 2,
      memoryBytesMax: 200_000_000,
      resultRowsMax: 100_000,
      resultBytesMax: 20_000_000,
      threadsMax: 1,
    },
  });
  await port.store.command('CREATE TABLE kept (number UInt32) ENGINE = MergeTree ORDER BY number');
  await port.store.command('INSERT INTO kept VALUES (1), (2), (3)');
  secretFile = join(port.path, 'secret.txt');
  outputFile = join(port.path, 'stolen.txt');
  writeFileSync(secretFile, 'very-secret-content\n');
});

afterAll(() => port.close());

const post = (sql: string, address = '/') => port.ask(address, { method: 'POST', body: sql });

/** Checks that nothing was written, that only tables were read, and that the port still answers. */
async function expectUnharmed(): Promise<void> {
  expect(existsSync(outputFile)).toBe(false);
  expect(readdirSync(port.path).filter((name) => name.startsWith('stolen'))).toEqual([]);
  expect(await post('SELECT count(), sum(number) FROM kept')).toMatchObject({ status: 200, text: '3\t6\n' });
}

/**
 * The error of a query, or `broken`: when a limit is exceeded after the answer has begun, the connection is cut, and
 * timing decides how much has been sent by then. An answer that looks complete is neither of the two.
 */
async function refusalOf(sql: string): Promise<string> {
  try {
    const { status, text } = await post(sql);
    return status >= 400 ? text : `answered with ${status}`;
  } catch (error) {
    // Errors of `fetch` come from another realm than the test, so `instanceof Error` is false for them.
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    if (cause?.code === 'UND_ERR_SOCKET') return 'broken';
    throw error;
  }
}

describe('the read-only port answers', () => {
  it.each([
    ['SELECT sum(number) FROM kept', '6\n'],
    ['  select /* a comment; with a semicolon */ sum(number) from kept -- the end\n;', '6\n'],
    ['WITH 2 AS x SELECT number FROM kept WHERE number > x FORMAT JSONEachRow', '{"number":3}\n'],
    [
      "SELECT 'INTO OUTFILE ; DROP TABLE kept', `number` AS `outfile` FROM kept LIMIT 1",
      'INTO OUTFILE ; DROP TABLE kept\t1\n',
    ],
    ['(SELECT 1) UNION ALL (SELECT 1)', '1\n1\n'],
    ['SELECT count() FROM numbers(10)', '10\n'],
    ["SELECT format('{}-{}', 'a', 'b')", 'a-b\n'],
    // Names that look like refused keywords.
    ['SELECT number AS SETTINGS FROM kept WHERE SETTINGS = 2', '2\n'],
    ['WITH SETTINGS AS (SELECT 1 AS PARALLEL) SELECT SETTINGS.PARALLEL, PARALLEL FROM SETTINGS', '1\t1\n'],
    ['SELECT max(SETTINGS), 5 AS PARALLEL FROM (SELECT number AS SETTINGS FROM kept) AS SETTINGS', '3\t5\n'],
    // `verify` compares rows with it.
    ["SELECT hex(formatRow('RowBinary', toUInt16(1), 'a'))", '01000161\n'],
    ['SHOW TABLES', 'kept\n'],
    ['EXISTS TABLE kept', '1\n'],
    ["SELECT $$it's; fine$$", "it\\'s; fine\n"],
    ["SELECT name FROM system.columns WHERE table = 'kept'", 'number\n'],
  ])('%s', async (sql, text) => {
    expect(await post(sql)).toMatchObject({ status: 200, text });
  });

  it('accepts parameters, a database, a format, and settings that only change how an answer is written', async () => {
    const address =
      '/?param_n=2&database=looked_at_test&default_format=JSONEachRow&output_format_json_quote_64bit_integers=1&max_threads=1&max_result_rows=10';
    expect(await post('SELECT toUInt64(number) AS n FROM kept WHERE number = {n:UInt32}', address)).toMatchObject({
      status: 200,
      text: '{"n":"2"}\n',
    });
    const system = await post('SELECT currentDatabase()', '/?database=system');
    expect(system.text).toBe('system\n');
  });

  it('describes and explains', async () => {
    expect((await post('DESCRIBE TABLE kept')).text).toContain('number\tUInt32');
    expect((await post('EXPLAIN SELECT * FROM kept')).status).toBe(200);
    expect((await post('SHOW CREATE TABLE kept')).text).toContain('MergeTree');
  });
});

describe('the read-only port refuses', () => {
  it('higher limits or none, and keeps its own', async () => {
    const address = '/?max_result_rows=0&max_execution_time=100000&max_memory_usage=99999999999999';
    const settings = "SELECT toString(getSetting('max_execution_time')), toString(getSetting('max_memory_usage'))";
    expect((await post(settings, '/?max_execution_time=100000&max_memory_usage=99999999999999')).text).toBe(
      '2\t200000000\n',
    );
    expect((await post('SELECT number FROM numbers(200000)', address)).status).toBeGreaterThanOrEqual(400);
  });

  it('data in the body of an INSERT, in both forms', async () => {
    const insert = await post('9\n', '/?query=INSERT%20INTO%20kept%20FORMAT%20TSV');
    expect(insert.status).toBeGreaterThanOrEqual(400);
    const get = await port.ask('/?query=INSERT%20INTO%20kept%20VALUES%20(9)');
    expect(get.status).toBe(403);
    await expectUnharmed();
  });

  it('a forbidden name as an Identifier parameter', async () => {
    for (const name of ['stack_trace', 'system.stack_trace', 'STACK_TRACE']) {
      const answer = await post('SELECT * FROM system.{t:Identifier}', `/?param_t=${name}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('endless results, and queries that are too slow, too long or use too much memory', async () => {
    expect(await refusalOf('SELECT number FROM numbers(100001)')).toMatch(/^Code: 396\.|^broken$/);
    const slow = await post('SELECT sum(sipHash64(number)) FROM numbers(100000000000)');
    expect(slow).toMatchObject({ status: 408 });
    expect(slow.text).toMatch(/^Code: 159\./);
    expect(await refusalOf('SELECT groupArray(number) FROM numbers(100000000)')).toMatch(/^Code: 241\.|^broken$/);
    expect(await refusalOf('SELECT sleepEachRow(1) FROM numbers(100)')).toMatch(/^Code: \d+\.|^broken$/);
    expect((await post(`SELECT '${'x'.repeat(300_000)}'`)).status).toBe(413);
    await expectUnharmed();
  });

  it('no query because of an earlier one', async () => {
    await post('SELECT {left:String}', '/?param_left=over&database=system&output_format_json_quote_64bit_integers=1');
    expect((await post('SELECT {left:String}')).status).toBeGreaterThanOrEqual(400);
    expect((await post('SELECT currentDatabase()')).text).toBe('looked_at_test\n');
  });

  it('table functions that have not been checked', async () => {
    const known = (
      await post(
        "SELECT count() FROM system.functions WHERE lower(name) LIKE '%file%' AND lower(name) NOT LIKE '%filesystem%' AND lower(name) NOT LIKE '%profile%'",
      )
    ).text;
    // A new engine with another function that reads files must be checked before it is used.
    expect(known).toBe('1\n');
  });
});
