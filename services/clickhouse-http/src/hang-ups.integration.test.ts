import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describePart, eventually, hangUpClients, openDescriptors, rawRequest } from '@tonriver/testing';
import { openPort, type OpenPort } from './testing/open-port.ts';

const slow = 'SELECT sum(sipHash64(number)) FROM numbers(20000000)';
const long = 'SELECT number, repeat(toString(number), 20) FROM numbers(300000) FORMAT TSV';

/** Requests of every kind: with a short, long, slow, packed and binary answer, by POST and by GET. */
const requests = [
  rawRequest('POST', '/', 'SELECT 1'),
  rawRequest('POST', '/', long),
  rawRequest('POST', '/', slow),
  rawRequest('GET', `/?query=${encodeURIComponent('SELECT number FROM numbers(1000)')}`),
  rawRequest('POST', '/?enable_http_compression=1', long, { 'accept-encoding': 'gzip' }),
  rawRequest(
    'POST',
    '/?compress=1&default_format=Native&client_protocol_version=54460',
    'SELECT * FROM numbers(100000)',
  ),
];

/** An INSERT whose client leaves in the middle of the rows. */
const insert = rawRequest('POST', '/?query=INSERT%20INTO%20kept%20FORMAT%20TSV', '1\n'.repeat(100_000));

function send(port: OpenPort, address: string, body: string): Socket {
  const socket = connect({ host: '127.0.0.1', port: port.server.port });
  socket.on('error', () => undefined);
  socket.write(rawRequest('POST', address, body));
  return socket;
}

describe.each(['full', 'read-only'] as const)('clients that leave the %s port', (mode) => {
  let port: OpenPort;
  beforeAll(async () => {
    port = await openPort('left_test', { mode, queriesMax: mode === 'full' ? 2 : 1, bodyMsMax: 2000 });
    await port.store.command('CREATE TABLE kept (number UInt32) ENGINE = MergeTree ORDER BY number');
  });
  afterAll(() => port.close());

  const idle = { running: 0, waiting: 0, bodies: 0 };
  const untilIdle = () => eventually(() => expect(port.server.load()).toEqual(idle), { timeoutMs: 40_000 });

  it('give up their place in the queue: the next client is answered', async () => {
    const waiting = Array.from({ length: 20 }, () => {
      const socket = connect({ host: '127.0.0.1', port: port.server.port });
      socket.on('error', () => undefined);
      socket.write(rawRequest('POST', '/', slow));
      return socket;
    });
    await eventually(() => expect(port.server.load().waiting).toBeGreaterThan(0), { timeoutMs: 10_000 });
    for (const socket of waiting) socket.destroy();
    await eventually(() => expect(port.server.load().waiting).toBe(0), { timeoutMs: 5000 });
    expect(await port.ask('/', { method: 'POST', body: 'SELECT 1' })).toMatchObject({ status: 200, text: '1\n' });
    await untilIdle();
  }, 60_000);

  it('take no place while their bodies are slow, and are refused after a time', async () => {
    const request = rawRequest('POST', '/', 'SELECT 1'.padEnd(1000));
    const sockets = Array.from({ length: 30 }, () => {
      const socket = connect({ host: '127.0.0.1', port: port.server.port });
      socket.on('error', () => undefined);
      socket.write(request.slice(0, -500));
      return socket;
    });
    await eventually(() => expect(port.server.load().bodies).toBe(30), { timeoutMs: 10_000 });
    expect((await port.ask('/', { method: 'POST', body: 'SELECT 1' })).status).toBe(200);
    await eventually(() => expect(port.server.load().bodies).toBe(0), { timeoutMs: 10_000 });
    for (const socket of sockets) socket.destroy();
  }, 60_000);

  it.each([
    ['in pieces', 'TSV'],
    ['made whole', 'JSON'],
  ])(
    'in the middle of a query whose answer comes %s give its place back at once',
    async (_how, format) => {
      const endless = `SELECT sum(sipHash64(number)) FROM numbers(1000000000000) FORMAT ${format}`;
      const sockets = Array.from({ length: mode === 'full' ? 2 : 1 }, () => send(port, '/', endless));
      await eventually(() => expect(port.server.load().running).toBe(sockets.length), { timeoutMs: 10_000 });
      await sleep(700);
      for (const socket of sockets) socket.destroy();
      // Long before the statement's own bound. In a read-only port another process is started first.
      await eventually(() => expect(port.server.load().running).toBe(0), { timeoutMs: 20_000 });
    },
    60_000,
  );

  describePart('proc', 'a thousand of them', () => {
    it('1,000 at every stage of a request leave no places, descriptors or memory in use', async () => {
      const ask = mode === 'full' ? [...requests, insert] : requests;
      const leave = (clients: number) =>
        hangUpClients({ port: port.server.port, requests: ask, clients, atOnce: 50, patienceMs: 300 });
      // The first ones create what stays: caches, code, the engine's threads.
      await leave(200);
      await untilIdle();
      await sleep(200);
      const before = { descriptors: openDescriptors(), memory: process.memoryUsage.rss() };
      await leave(1000);
      await untilIdle();
      await eventually(() => expect(openDescriptors()).toBeLessThanOrEqual(before.descriptors + 30), {
        timeoutMs: 20_000,
      });
      expect(process.memoryUsage.rss()).toBeLessThan(before.memory + 200 * 1024 ** 2);
      expect(await port.ask('/', { method: 'POST', body: 'SELECT 1' })).toMatchObject({ status: 200, text: '1\n' });
    }, 300_000);
  });
});

describe('writes of clients that leave', () => {
  let port: OpenPort;
  beforeAll(async () => {
    port = await openPort('left_writes_test', { mode: 'full', queriesMax: 4, bodyMsMax: 500 });
    await port.store.command('CREATE TABLE kept (number UInt64) ENGINE = MergeTree ORDER BY number');
  });
  afterAll(() => port.close());
  const rows = async (): Promise<string> =>
    (await port.ask('/', { method: 'POST', body: 'SELECT count() FROM kept' })).text;

  it('are finished when they have begun, and never begin when they have not', async () => {
    // Ten blocks, which are written one by one: an INSERT that is cut off would leave only some of them.
    const slowRows = 'SELECT number + sleepEachRow(0.002) FROM numbers(1000) SETTINGS max_block_size = 100';
    const sockets = Array.from({ length: 2 }, () =>
      send(port, '/', `INSERT INTO kept ${slowRows}, min_insert_block_size_rows = 100`),
    );
    await eventually(() => expect(port.server.load().running).toBe(2), { timeoutMs: 10_000 });
    await eventually(async () => expect(Number(await rows())).toBeGreaterThan(0), { timeoutMs: 10_000 });
    for (const socket of sockets) socket.destroy();
    await eventually(() => expect(port.server.load().running).toBeLessThan(2), { timeoutMs: 500 });
    await eventually(() => expect(port.server.load().running).toBe(0), { timeoutMs: 10_000 });
    expect(await rows()).toBe('1000\n');
  }, 60_000);

  it('whose data comes after its time leave no file behind', async () => {
    const insert = rawRequest('POST', '/?query=INSERT%20INTO%20kept%20FORMAT%20TSV', '1\n'.repeat(1000));
    const socket = connect({ host: '127.0.0.1', port: port.server.port });
    let answer = '';
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(insert.slice(0, -500));
    await sleep(700);
    socket.write(insert.slice(-500));
    await eventually(() => expect(answer).toContain('SOCKET_TIMEOUT'), { timeoutMs: 5000 });
    await eventually(() => expect(readdirSync(join(port.path, 'tonriver-exchange'))).toEqual([]), { timeoutMs: 2000 });
    expect(await rows()).toBe('1000\n');
    socket.destroy();
  }, 60_000);
});
