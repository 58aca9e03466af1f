import { request as httpRequest } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openClickHouse } from '@tonriver/clickhouse';
import { silentLogger } from '@tonriver/logger';
import { createClickHouseHttp } from './service.ts';
import { openPort, type OpenPort } from './testing/open-port.ts';

let port: OpenPort;
beforeAll(async () => {
  port = await openPort('served_test', { mode: 'full', queriesMax: 2, waitingQueriesMax: 2, dataBytesMax: 1_000_000 });
  await port.store.command('CREATE TABLE pairs (h FixedString(4), n UInt64) ENGINE = MergeTree ORDER BY n');
});
afterAll(() => port.close());

describe('an INSERT whose data are in its statement', () => {
  it.each([
    ["INSERT INTO inline VALUES (1, 'a'), (2, 'b')", 2],
    ["INSERT INTO inline VALUES (1, 'a\n\nb');", 1],
    ['INSERT INTO inline FORMAT TSV\n1\ta\n2\tb', 2],
    ['INSERT INTO inline FORMAT TSV\n1\ta\n2\tb\n', 2],
    ['INSERT INTO inline FORMAT CSV\n1,a\n2,b\n', 2],
    ['INSERT INTO inline FORMAT JSONEachRow\n{"n":1,"s":"a"}\n{"n":2,"s":"b"}\n{"n":3}\n', 3],
    ["INSERT INTO inline SELECT number, 'x' FROM numbers(4);", 4],
  ])('writes its rows and says how many: %j', async (sql, count) => {
    await port.store.command('CREATE OR REPLACE TABLE inline (n UInt32, s String) ENGINE = MergeTree ORDER BY n');
    const { status, headers } = await port.ask('/', { method: 'POST', body: sql });
    expect(status).toBe(200);
    expect(JSON.parse(headers.get('x-clickhouse-summary') ?? '{}')).toMatchObject({ written_rows: String(count) });
    const { text } = await port.ask('/', { method: 'POST', body: 'SELECT count() FROM inline' });
    expect(text).toBe(`${count}\n`);
  });
});

const query = (sql: string, more = '') => `/?query=${encodeURIComponent(sql)}${more}`;

/** A request with headers that `fetch` would not let through. */
function raw(
  headers: Record<string, string>,
  path = '/?query=SELECT%201',
  body?: Uint8Array,
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: '127.0.0.1', port: port.server.port, path, headers, method: body === undefined ? 'GET' : 'POST' },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('error', reject);
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

describe('ClickHouse’s HTTP interface', () => {
  it('answers Ok at / and /ping, and 404 at other addresses', async () => {
    expect(await port.ask('/')).toMatchObject({ status: 200, text: 'Ok.\n' });
    expect(await port.ask('/ping')).toMatchObject({ status: 200, text: 'Ok.\n' });
    expect(await port.ask('/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect((await port.ask('/elsewhere')).status).toBe(404);
    expect((await port.ask('/', { method: 'DELETE' })).status).toBe(405);
  });

  it('reads a query from the address, from the body, or from both', async () => {
    expect((await port.ask(query('SELECT 1'))).text).toBe('1\n');
    expect((await port.ask('/', { method: 'POST', body: 'SELECT 2' })).text).toBe('2\n');
    expect((await port.ask(query('SELECT'), { method: 'POST', body: '3' })).text).toBe('3\n');
  });

  it('answers in the format of the statement, else of default_format, else in TabSeparated', async () => {
    const json = await port.ask(query('SELECT 1 AS a FORMAT JSONEachRow'));
    expect(json.text).toBe('{"a":1}\n');
    expect(json.headers.get('content-type')).toContain('application/x-ndjson');
    expect(json.headers.get('x-clickhouse-format')).toBe('JSONEachRow');
    expect((await port.ask(query('SELECT 1 AS a', '&default_format=CSVWithNames'))).text).toBe('"a"\n1\n');
    const header = await port.ask(query('SELECT 1 AS a'), { headers: { 'X-ClickHouse-Format': 'JSONCompactEachRow' } });
    expect(header.text).toBe('[1]\n');
  });

  it('answers many rows with one JSON document, or with one header before binary rows', async () => {
    const json = await port.ask(query('SELECT number FROM numbers(200000) FORMAT JSON'));
    expect((JSON.parse(json.text) as { rows: number }).rows).toBe(200_000);
    const binary = await raw({}, query('SELECT number FROM numbers(200000) FORMAT RowBinaryWithNamesAndTypes'));
    expect(binary.body.length).toBe(1 + 1 + 6 + 1 + 6 + 200_000 * 8);
  });

  it('keeps every byte of binary data, read and written, with gzip and without', async () => {
    const rows = Buffer.alloc(12 * 256);
    for (let index = 0; index < 256; index++) {
      rows.fill(index, index * 12, index * 12 + 4);
      rows.writeBigUInt64LE(BigInt(index), index * 12 + 4);
    }
    const insert = '/?query=INSERT%20INTO%20pairs%20(h,n)%20FORMAT%20RowBinary';
    const plain = await raw({}, insert, rows);
    expect(plain.status).toBe(200);
    expect(JSON.parse(String(plain.headers['x-clickhouse-summary']))).toMatchObject({ written_rows: '256' });
    expect((await raw({}, query('SELECT * FROM pairs ORDER BY n FORMAT RowBinary'))).body.equals(rows)).toBe(true);

    await port.store.command('TRUNCATE TABLE pairs');
    const zipped = await raw({ 'content-encoding': 'gzip' }, insert, gzipSync(rows));
    expect(zipped.status).toBe(200);
    const answer = await raw(
      { 'accept-encoding': 'gzip' },
      query('SELECT * FROM pairs ORDER BY n FORMAT RowBinary', '&enable_http_compression=1'),
    );
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.body).equals(rows)).toBe(true);
    await port.store.command('TRUNCATE TABLE pairs');
  });

  it('keeps every byte that binary data begin with, whatever the statement ends with, and takes no data at all', async () => {
    const insertOf = (tail: string): string =>
      `/?query=${encodeURIComponent(`INSERT INTO pairs (h,n) FORMAT RowBinary${tail}`)}`;
    for (const tail of ['', ' ', '\n', ' \r\n\n', ';']) {
      for (const begin of ['abcd', '    ', '\n   ', '\n\n  ', '\t;\r\n', ';--\0']) {
        const rows = Buffer.alloc(24, 'A');
        rows.write(begin, 0, 'latin1');
        rows.writeBigUInt64LE(1n, 4);
        rows.writeBigUInt64LE(2n, 16);
        const { status, headers } = await raw({}, insertOf(tail), rows);
        const { written_rows: written } = JSON.parse(String(headers['x-clickhouse-summary'])) as Record<string, string>;
        const read = (await raw({}, query('SELECT * FROM pairs ORDER BY n FORMAT RowBinary'))).body;
        expect([tail, begin, status, written, read.equals(rows)]).toEqual([tail, begin, 200, '2', true]);
        await port.store.command('TRUNCATE TABLE pairs');
      }
      expect([tail, (await raw({}, insertOf(tail), Buffer.alloc(0))).status]).toEqual([tail, 200]);
    }
    expect((await port.ask(query('SELECT count() FROM pairs'))).text).toBe('0\n');
  });

  it('works with @clickhouse/client with default settings and with compression', async () => {
    const client = createClient({
      url: port.server.url,
      database: 'served_test',
      compression: { request: true, response: true },
      log: { level: ClickHouseLogLevel.OFF },
    });
    await client.insert({ table: 'pairs', values: [{ h: 'abcd', n: '7' }], format: 'JSONEachRow' });
    const result = await client.query({
      query: 'SELECT h, n FROM pairs WHERE n = {n:UInt64}',
      query_params: { n: 7 },
      clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ h: 'abcd', n: '7' }]);
    expect(await client.ping()).toMatchObject({ success: true });
    await expect(client.query({ query: 'SELECT * FROM nowhere' })).rejects.toMatchObject({ code: '60' });
    await client.command({ query: 'TRUNCATE TABLE pairs' });
    await client.close();
  });

  it('answers errors with ClickHouse’s number, name and status', async () => {
    const missing = await port.ask(query('SELECT * FROM nowhere'));
    expect(missing.status).toBe(404);
    expect(missing.headers.get('x-clickhouse-exception-code')).toBe('60');
    expect(missing.text).toMatch(/^Code: 60\. DB::Exception: .*\(UNKNOWN_TABLE\) \(version [\d.]+\)\n$/s);
    expect((await port.ask(query('SELEC 1'))).status).toBe(400);
    expect((await port.ask(query('SELECT 1', '&database=nowhere'))).headers.get('x-clickhouse-exception-code')).toBe(
      '81',
    );
    expect((await port.ask(query('SELECT 1', '&no_such_setting=1'))).headers.get('x-clickhouse-exception-code')).toBe(
      '115',
    );
    expect((await port.ask(query('SELECT {x:UInt8}'))).headers.get('x-clickhouse-exception-code')).toBe('456');
  });

  it('cuts the connection when a query fails after its answer has begun, and with wait_end_of_query answers the error', async () => {
    const failing = 'SELECT throwIf(number = 3000000) FROM numbers(5000000) FORMAT TSV';
    await expect(raw({}, query(failing))).rejects.toThrow();
    const waited = await port.ask(query(failing, '&wait_end_of_query=1'));
    expect(waited.headers.get('x-clickhouse-exception-code')).toBe('395');
  });

  it('does not write on GET, and runs one statement at a time', async () => {
    expect(
      (await port.ask(query("INSERT INTO pairs VALUES ('abcd', 1)"))).headers.get('x-clickhouse-exception-code'),
    ).toBe('164');
    expect((await port.ask(query('SELECT 1; SELECT 2'))).headers.get('x-clickhouse-exception-code')).toBe('62');
  });

  it('starts every request without settings of earlier ones', async () => {
    await port.ask('/?max_result_rows=1&param_x=1', { method: 'POST', body: 'USE system' });
    expect((await port.ask(query('SELECT currentDatabase(), count() FROM (SELECT number FROM numbers(5))'))).text).toBe(
      'served_test\t5\n',
    );
    expect((await port.ask(query('SELECT {x:UInt8}'))).status).toBe(400);
  });

  it('refuses unsupported requests and malformed data', async () => {
    expect((await port.ask(query('SELECT 1', '&decompress=1'))).headers.get('x-clickhouse-exception-code')).toBe('48');
    expect((await port.ask(query('SELECT 1', '&session_id=a'))).headers.get('x-clickhouse-exception-code')).toBe('48');
    expect((await raw({ 'content-encoding': 'lz4' }, '/', Buffer.from('x'))).status).toBe(501);
    expect((await raw({ 'content-encoding': 'br' }, '/', Buffer.from('x'))).status).toBe(400);
    expect((await raw({ 'content-encoding': 'gzip' }, '/', Buffer.from('not gzip'))).status).toBe(400);
    const insert = '/?query=INSERT%20INTO%20pairs%20FORMAT%20RowBinary';
    expect((await raw({ 'content-encoding': 'gzip' }, insert, Buffer.from('not gzip'))).status).toBe(400);
    expect((await raw({}, insert, Buffer.alloc(13))).status).toBe(400);
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect((await raw({ 'content-encoding': 'gzip' }, insert, bomb)).status).toBe(413);
    expect((await raw({}, '/', Buffer.from([0xff, 0xfe, 0x00]))).status).toBe(400);
    expect((await port.ask('/?query=%00')).status).toBe(400);
    expect((await port.ask('/?config-file=/etc/passwd&query=SELECT%201')).status).toBe(400);
    expect((await port.ask(query('SELECT count() FROM pairs'))).text).toBe('0\n');
  });

  it('refuses requests that a page in a browser could send', async () => {
    const own = `127.0.0.1:${port.server.port}`;
    expect((await raw({ host: own })).status).toBe(200);
    expect((await raw({ host: `localhost:${port.server.port}` })).status).toBe(200);
    for (const headers of [
      { host: 'evil.example' },
      { host: `127.0.0.1.evil.example:${port.server.port}` },
      { host: '127.0.0.1@evil.example' },
      { host: own, origin: 'http://evil.example' },
      { host: own, origin: 'null' },
      { host: own, origin: `https://${own}` },
      { host: own, origin: 'http://127.0.0.1:1' },
      { host: own, 'sec-fetch-site': 'cross-site' },
      { host: own, 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await raw(headers)).status).toBe(403);
    }
    const answer = await raw({ host: own, origin: `http://${own}` });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('lets some queries wait and refuses further ones', async () => {
    const slow = () => port.ask(query('SELECT sleep(1)'));
    const answers = await Promise.all([slow(), slow(), slow(), slow(), slow(), slow()]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(4);
    expect(answers.filter((answer) => answer.status === 503)).toHaveLength(2);
    expect((await port.ask(query('SELECT 1'))).status).toBe(200);
  });

  it('stops a query when the client leaves', async () => {
    const controller = new AbortController();
    const gone = fetch(
      `${port.server.url}${query('SELECT number, sleepEachRow(0.001) FROM numbers(1000000) SETTINGS max_block_size = 100')}`,
      {
        signal: controller.signal,
      },
    ).then((response) => response.text());
    setTimeout(() => controller.abort(), 300);
    await expect(gone).rejects.toThrow();
    const started = performance.now();
    expect((await port.ask(query('SELECT 1'))).status).toBe(200);
    // The query itself would take a thousand seconds.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('requires the password when one is set', async () => {
    const guarded = await createClickHouseHttp({
      store: port.store,
      host: '127.0.0.1',
      port: 0,
      mode: 'full',
      logger: silentLogger,
      password: 'open sesame',
    }).start();
    const ask = (headers: Record<string, string>, more = '') =>
      fetch(`${guarded.url}/?query=SELECT%201${more}`, { headers }).then((response) => response.status);
    expect(await ask({})).toBe(403);
    expect(await ask({ 'X-ClickHouse-Key': 'wrong' })).toBe(403);
    expect(await ask({ 'X-ClickHouse-Key': 'open sesame' })).toBe(200);
    expect(await ask({ Authorization: `Basic ${Buffer.from('default:open sesame').toString('base64')}` })).toBe(200);
    expect(await ask({}, '&password=open%20sesame')).toBe(200);
    const store = await openClickHouse({
      url: guarded.url,
      database: 'served_test',
      username: 'default',
      password: 'open sesame',
    });
    await store.ping();
    await store.close();
    await guarded.stop(100);
  });

  it('refuses other addresses than loopback, and a store without an engine', () => {
    const options = { store: port.store, port: 0, mode: 'full', logger: silentLogger } as const;
    for (const host of ['0.0.0.0', '::', '192.168.0.1', 'example.org', '127.0.0.1.example.org']) {
      expect(() => createClickHouseHttp({ ...options, host })).toThrow(
        expect.objectContaining({ code: 'not_loopback' }),
      );
    }
    expect(() => createClickHouseHttp({ ...options, host: '127.0.0.1', store: { database: 'x' } })).toThrow(
      expect.objectContaining({ code: 'not_supported' }),
    );
  });
});
