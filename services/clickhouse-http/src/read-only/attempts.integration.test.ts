import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { silentLogger } from '@tonriver/logger';
import { type ReadOnlyPort, startReadOnlyPort } from '../service.ts';
import {
  escapes,
  exhausting,
  hiddenStatements,
  refusedFormats,
  refusedSettings,
  writes,
} from './attempts.test-support.ts';
import { harmlessFunctions } from './harmless-functions.ts';

// The port as `npm start` opens it: its own process beside the one that has the directory open and writes.
const secret = 'very-secret-content';
const elsewhere = mkdtempSync(join(tmpdir(), 'tonriver-canary-'));
const path = mkdtempSync(join(tmpdir(), 'tonriver-attempts-'));
const canaries = [join(elsewhere, 'secret.txt'), join(path, 'clickhouse', 'secret.txt'), join(elsewhere, 'other.txt')];
const outputs = [join(elsewhere, 'stolen.txt'), join(path, 'clickhouse', 'stolen.txt')];

let store: ClickHouseStore;
let port: ReadOnlyPort;
let listener: Server;
let connections = 0;
let attempts = 0;

beforeAll(async () => {
  store = await openEmbeddedClickHouse({ path: join(path, 'clickhouse'), database: 'looked_at_test' });
  await store.command('CREATE TABLE kept (number UInt32) ENGINE = MergeTree ORDER BY number');
  await store.command('INSERT INTO kept VALUES (1), (2), (3)');
  for (const file of canaries) writeFileSync(file, `${secret}\n`);
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  port = await startReadOnlyPort({
    path: join(path, 'clickhouse'),
    database: 'looked_at_test',
    network: 'mainnet',
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    bounds: { executionSecondsMax: 1, memoryBytesMax: 300_000_000 },
  });
}, 120_000);

afterAll(async () => {
  await port.stop();
  await store.close();
  await new Promise((resolve) => listener.close(resolve));
  for (const folder of [elsewhere, path]) rmSync(folder, { recursive: true, force: true });
});

/** Returns the texts of an attempt; one on files is made twice, outside and inside the data directory. */
function filled(text: string): readonly string[] {
  const { port: listenerPort } = listener.address() as { readonly port: number };
  const texts = [0, 1].map((index) =>
    text
      .replaceAll('{secret}', canaries[index] ?? '')
      .replaceAll('{output}', outputs[index] ?? '')
      .replaceAll('{listener}', String(listenerPort)),
  );
  return [...new Set(texts)];
}

interface Outcome {
  readonly status: number;
  readonly text: string;
}

async function attempt(sql: string, address = '/'): Promise<Outcome> {
  attempts += 1;
  try {
    const response = await fetch(`${port.url}${address}`, { method: 'POST', body: sql });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: 'broken off' };
  }
}

/** Checks that nothing was written, changed or reached, and that the port and its engine still answer. */
async function expectUnharmed(): Promise<void> {
  expect(outputs.filter((file) => existsSync(file))).toEqual([]);
  for (const file of canaries) expect(readFileSync(file, 'utf8')).toBe(`${secret}\n`);
  expect(connections).toBe(0);
  expect(await attempt('SELECT count(), sum(number) FROM kept')).toEqual({ status: 200, text: '3\t6\n' });
  expect(await store.query('SELECT count() AS n FROM kept')).toEqual([{ n: '3' }]);
}

async function expectRefused(texts: readonly string[], ask: (text: string) => Promise<Outcome>): Promise<void> {
  const before = digestOf(path);
  const taken: string[] = [];
  for (const text of texts.flatMap(filled)) {
    const { status, text: answer } = await ask(text);
    if (status < 400 || answer.includes(secret)) taken.push(`${text} → ${status} ${answer.slice(0, 200)}`);
  }
  expect(taken).toEqual([]);
  await expectUnharmed();
  expect(digestOf(path)).toBe(before);
}

/** Names and contents of the tables' parts and definitions, which nobody changes during the test. */
function digestOf(directory: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!/store\/.*\.(sql|bin|txt|json|cidx|cmrk\d|mrk\d|idx)$/.test(name)) continue;
    hash.update(name).update(readFileSync(join(directory, name)));
  }
  return hash.digest('hex');
}

describe('untrusted clients of the read-only port cannot', () => {
  it('write, by any statement', () => expectRefused(writes, (sql) => attempt(sql)), 120_000);

  it(
    'read or write outside of the tables, or avoid the limits',
    () => expectRefused(escapes, (sql) => attempt(sql)),
    120_000,
  );

  it('hide such a statement in another', () => expectRefused(hiddenStatements, (sql) => attempt(sql)), 120_000);

  it('write any file through a setting in the address, such as output_format_schema or an unchecked one', async () => {
    const encoded = (setting: string): string =>
      setting.replace(
        /=(.*)$/s,
        (_, value: string) => `=${/%[0-9A-F]{2}/.test(value) ? value : encodeURIComponent(value)}`,
      );
    await expectRefused(refusedSettings, (setting) => attempt('SELECT 1 AS a FORMAT TSV', `/?${encoded(setting)}`));
    await expectRefused(['output_format_schema={output}', 'format_schema={secret}'], (setting) =>
      attempt('SELECT 1 AS a FORMAT Protobuf', `/?${setting}`),
    );
    await expectRefused(['output_format_schema={output}'], (setting) =>
      attempt(`SELECT 1 AS a FORMAT Protobuf SETTINGS ${setting.replace('=', " = '")}'`),
    );
  }, 120_000);

  it('ask for a format that writes or reads another file', async () => {
    await expectRefused(refusedFormats, (format) => attempt(`SELECT 1 AS a FORMAT ${format}`));
    await expectRefused(refusedFormats, (format) => attempt('SELECT 1 AS a', `/?default_format=${format}`));
  }, 120_000);

  it('call a function of the engine that is not known to be harmless', async () => {
    const rows = await store.query<{ readonly name: string }>('SELECT name FROM system.functions');
    const refused = rows.map(({ name }) => name).filter((name) => !harmlessFunctions.has(name.toLowerCase()));
    expect(refused.length).toBeGreaterThan(100);
    await expectRefused(refused, (name) =>
      attempt(`SELECT ${name}('{secret}')`.replace('{secret}', canaries[0] ?? '')),
    );
  }, 120_000);

  it('use a setting that the check takes for a keyword: no setting has a name in capital letters only', async () => {
    const names = await store.query("SELECT name FROM system.settings WHERE match(name, '^[A-Z]+$')");
    expect(names).toEqual([]);
  });

  it('block the processor or fill the memory: each statement ends in time, and the next one is answered', async () => {
    for (const sql of exhausting) {
      const started = performance.now();
      const { status, text } = await attempt(sql, '/?wait_end_of_query=1');
      const seconds = (performance.now() - started) / 1000;
      // Some are answered: the engine is fast, or has less to compute than it seems.
      if (status !== 200) expect(`${sql} → ${status} ${text}`).toMatch(/→ (0 broken off|[45]\d\d Code: \d+)/);
      expect({ sql, seconds: seconds < 20 }).toEqual({ sql, seconds: true });
      expect((await attempt('SELECT 1')).status).toBe(200);
    }
    await expectUnharmed();
  }, 300_000);

  it('and this list has at least 300 attempts', () => {
    expect(attempts).toBeGreaterThanOrEqual(300);
  });
});
