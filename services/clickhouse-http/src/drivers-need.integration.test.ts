import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPort, type OpenPort } from './testing/open-port.ts';

let port: OpenPort;
beforeAll(async () => {
  port = await openPort('driven_test', { mode: 'read-only' });
  await port.store.command('CREATE TABLE kept (number UInt32, text String) ENGINE = MergeTree ORDER BY number');
  await port.store.command('INSERT INTO kept SELECT number, toString(number) FROM numbers(1000)');
});
afterAll(() => port.close());

const ask = (sql: string, address: string) => port.ask(address, { method: 'POST', body: sql });
const bytesOf = async (sql: string, address: string): Promise<Buffer> => {
  const response = await fetch(`${port.server.url}${address}`, { method: 'POST', body: sql });
  return Buffer.from(await response.arrayBuffer());
};

describe('the read-only port for drivers', () => {
  it('reports real counts of rows and bytes in the summary', async () => {
    const { headers } = await ask('SELECT number FROM kept WHERE number < 10 ORDER BY number', '/');
    const summary = JSON.parse(headers.get('x-clickhouse-summary') ?? '{}') as Record<string, string>;
    expect(summary).toMatchObject({ result_rows: '10', read_rows: '1000', written_rows: '0' });
    expect(Number(summary['read_bytes'])).toBeGreaterThan(0);
    expect(Number(summary['elapsed_ns'])).toBeGreaterThan(0);
  });

  it('follows client_protocol_version: facts about each block, and a zero before the data of each column', async () => {
    const sql = 'SELECT number, text, [text] AS list, tuple(number, text) AS pair FROM kept LIMIT 3';
    const plain = await bytesOf(sql, '/?default_format=Native');
    const old = await bytesOf(sql, '/?default_format=Native&client_protocol_version=54450');
    const current = await bytesOf(sql, '/?default_format=Native&client_protocol_version=54460');
    expect(old.length).toBe(plain.length + 8);
    expect(old.subarray(8).equals(plain)).toBe(true);
    expect(current.length).toBe(plain.length + 8 + 4);
  });

  it('uses, ignores, or clearly refuses the settings that drivers send', async () => {
    const sent =
      'async_insert=1&session_timezone=Europe%2FZurich&max_execution_time=300&wait_end_of_query=1&session_id=x';
    expect(await ask('SELECT timeZone()', `/?${sent}`)).toMatchObject({ status: 200, text: 'Europe/Zurich\n' });
    const refused = await ask('SELECT 1', '/?format_schema=/etc/passwd');
    expect(refused.text).toMatch(/^Code: 164\. .*'format_schema'.*\(READONLY\)/);
  });

  it('shows new rows and new tables at once', async () => {
    await port.store.command("INSERT INTO kept VALUES (5000, 'new')");
    expect((await ask('SELECT max(number) FROM kept', '/')).text).toBe('5000\n');
    await port.store.command('CREATE TABLE made (a UInt8) ENGINE = MergeTree ORDER BY a');
    await port.store.command('INSERT INTO made VALUES (7)');
    expect((await ask('SELECT a FROM made', '/')).text).toBe('7\n');
    await port.store.command('OPTIMIZE TABLE kept FINAL');
    expect((await ask('SELECT count() FROM kept', '/')).text).toBe('1001\n');
  });
});
