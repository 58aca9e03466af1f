import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type Logger, silentLogger } from '@tonriver/logger';
import { describePart, eventually } from '@tonriver/testing';
import { type ReadOnlyPort, startReadOnlyPort } from './service.ts';

const opened: ReadOnlyPort[] = [];
const path = mkdtempSync(join(tmpdir(), 'tonriver-port-'));
const database = 'port_test';
let store: ClickHouseStore;

beforeAll(async () => {
  store = await openEmbeddedClickHouse({ path, database });
}, 60_000);

afterEach(async () => {
  // A failed check must not leave a port that restarts its process for ever.
  await Promise.all(opened.splice(0).map((port) => port.stop()));
});

afterAll(async () => {
  await store.close();
  rmSync(path, { recursive: true, force: true });
});

async function open(
  logger: Logger = silentLogger,
  onListening?: (isListening: boolean) => void,
): Promise<ReadOnlyPort> {
  const port = await startReadOnlyPort({
    path,
    database,
    network: 'port_network',
    host: '127.0.0.1',
    port: 0,
    logger,
    ...(onListening === undefined ? {} : { onListening }),
  });
  opened.push(port);
  return port;
}

/** A logger that keeps its messages. */
function listLogger(lines: string[]): Logger {
  const add = (message: string): void => void lines.push(message);
  const logger: Logger = { debug: () => undefined, info: add, warn: add, error: add, child: () => logger };
  return logger;
}

async function answers(port: ReadOnlyPort): Promise<string> {
  const response = await fetch(port.url, { method: 'POST', body: 'SELECT 1' });
  return response.text();
}

it('the port is opened again with growing pauses while another process has it, and is back when it is free', async () => {
  const lines: string[] = [];
  const told: boolean[] = [];
  const port = await open(listLogger(lines), (is) => told.push(is));
  const first = port.processId();
  process.kill(first ?? 0, 'SIGKILL');
  const other = createServer().unref();
  await eventually(
    async () => {
      other.listen(port.port, '127.0.0.1');
      await once(other, 'listening');
    },
    { timeoutMs: 5000 },
  );
  const ids = new Set<number | undefined>();
  const until = performance.now() + 12_000;
  while (performance.now() < until) {
    ids.add(port.processId());
    await sleep(20);
  }
  expect(lines).toHaveLength(2);
  // Pauses of 1, 2, 4 and 8 seconds, and the starts between them.
  expect(ids.size - 1).toBeLessThanOrEqual(4);
  expect(told).toEqual([true, false]);
  other.close();
  await eventually(async () => expect(await answers(port)).toBe('1\n'), { timeoutMs: 60_000 });
  expect(lines).toHaveLength(3);
  expect(told).toEqual([true, false, true]);
  await port.stop();
}, 120_000);

const statOf = (id: number) =>
  readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
const groupOf = (id: number) => Number(statOf(id)[2]);
const childrenOf = (id: number) =>
  readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const statementsOf = (id: number) =>
  childrenOf(id).filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('statement-process'));

describePart('proc', 'the processes of the port', () => {
  it('a statement process that was killed leaves no directory behind, nor does a port that stops', async () => {
    const port = await open();
    expect(await answers(port)).toBe('1\n');
    const [statement = 0] = statementsOf(port.processId() ?? 0);
    const directory = readlinkSync(`/proc/${statement}/cwd`);
    process.kill(statement, 'SIGKILL');
    await eventually(() => expect(existsSync(directory)).toBe(false), { timeoutMs: 5000 });
    expect(existsSync(join(directory, '..'))).toBe(true);
    expect(await answers(port)).toBe('1\n');
    await port.stop();
    expect(existsSync(join(directory, '..'))).toBe(false);
  }, 60_000);

  it('Ctrl-C in a terminal does not reach the processes of the port: they end in their turn', async () => {
    const port = await open();
    const id = port.processId() ?? 0;
    // No statement has come, so no statement process runs.
    expect(statementsOf(id)).toEqual([]);
    expect(await answers(port)).toBe('1\n');
    const statements = statementsOf(id);
    expect(statements).toHaveLength(1);
    // A terminal sends the signal to a whole group.
    const groups = [process.pid, id, ...statements].map(groupOf);
    expect(new Set(groups).size).toBe(3);
    expect(readFileSync(`/proc/${id}/environ`, 'utf8')).toContain('NETWORK=port_network');
    await port.stop();
    for (const gone of [id, ...statements])
      await eventually(() => expect(() => process.kill(gone, 0)).toThrow(), { timeoutMs: 10_000 });
  }, 60_000);
});

it('a port whose parent ends during its start ends without an error about the broken channel', async () => {
  const entry = fileURLToPath(new URL('./port-process-start.mjs', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [entry], {
    env: {
      CLICKHOUSE_DIRECTORY: path,
      CLICKHOUSE_DATABASE: database,
      CLICKHOUSE_HTTP_PORT: '0',
      CLICKHOUSE_HTTP_MODE: 'read-only',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), 40_000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  expect(said).not.toMatch(/ERR_IPC_CHANNEL_CLOSED|uncaught/i);
  expect(code).toBe(0);
}, 60_000);
