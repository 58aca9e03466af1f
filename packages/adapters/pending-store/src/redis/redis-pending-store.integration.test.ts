import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Logger, silentLogger } from '@tonriver/logger';
import { createMetrics, type Metrics } from '@tonriver/telemetry';
import { describePart, eventually, startRedis, type TestRedis } from '@tonriver/testing';
import { createRedisPendingReader, createRedisPendingStore, type PendingReader, type PendingStore } from '../index.ts';
import { madeHash, madeTrace, rawAddressOf } from '../made-trace.test-support.ts';
import { describePendingStoreContract, PARTITIONS } from '../pending-store-contract.test-support.ts';

const ttlMs = 60_000;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

interface Opened {
  readonly store: PendingStore;
  readonly metrics: Metrics;
}

interface Changes {
  readonly network?: string;
  readonly secret?: string;
  readonly logger?: Logger;
}

const optionsFor = (url: string, { network = randomUUID(), secret, logger = silentLogger }: Changes) => ({
  url,
  network,
  secret,
  logger,
  partitions: PARTITIONS,
  metrics: createMetrics(),
});

async function open(url: string, changes: Changes = {}): Promise<Opened> {
  const options = optionsFor(url, changes);
  const store = createRedisPendingStore(options);
  opened.push(store);
  await eventually(() => store.ping(), { timeoutMs: 40_000 });
  return { store, metrics: options.metrics };
}

async function openReader(url: string, changes: Changes): Promise<PendingReader & { readonly metrics: Metrics }> {
  const options = optionsFor(url, changes);
  const reader = createRedisPendingReader(options);
  opened.push(reader);
  // Until it is connected it is unavailable.
  await eventually(
    () =>
      reader.byHashes([madeHash(0)]).catch((error: { code: string }) => {
        if (error.code === 'unavailable') throw error;
      }),
    { timeoutMs: 40_000 },
  );
  return { ...reader, metrics: options.metrics };
}

async function confirmAll(store: PendingStore, milliseconds = ttlMs): Promise<void> {
  for (let partition = 0; partition < PARTITIONS; partition += 1) await store.confirm(partition, milliseconds);
}

/** What a writer does about once a second. */
async function writeBack(store: PendingStore, kept: Parameters<PendingStore['put']>[0]): Promise<readonly string[]> {
  const missing = await store.missing(kept.map(({ trace }) => trace.key));
  await store.put(kept.filter(({ trace }) => missing.includes(trace.key)));
  await confirmAll(store);
  return missing;
}

describePart('redis', 'createRedisPendingStore', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  const command = (...words: readonly string[]): string =>
    execFileSync('redis-cli', ['-u', redis.url, ...words], { encoding: 'utf8' }).trim();

  describePendingStoreContract('redis', async () => (await open(redis.url)).store);

  it('is read by other processes, which need not know how many partitions there are', async () => {
    const network = 'shared';
    const { store } = await open(redis.url, { network });
    const reader = await openReader(redis.url, { network });
    await expect(reader.ofAccount(rawAddressOf(0))).rejects.toMatchObject({ code: 'not_ready' });
    const trace = madeTrace(1);
    await store.put([{ trace, ttlMs }]);
    await store.confirm(0, ttlMs);
    await store.confirm(1, ttlMs);
    await expect(reader.ofAccount(rawAddressOf(0))).rejects.toMatchObject({ code: 'not_ready' });
    await store.confirm(2, ttlMs);
    expect(await reader.ofAccount(rawAddressOf(0))).toEqual([trace]);
    // It is remembered, and seen to be another one.
    const changed = { ...trace, isIncomplete: true };
    await store.put([{ trace: changed, ttlMs }]);
    expect(await reader.ofAccount(rawAddressOf(0))).toEqual([changed]);
    expect(await reader.byHashes([trace.externalHash])).toEqual([changed]);
  });

  it('does not see the traces of another network', async () => {
    const [{ store: here }, { store: there }] = [await open(redis.url), await open(redis.url)];
    await here.put([{ trace: madeTrace(1), ttlMs }]);
    await confirmAll(here);
    await expect(there.byHashes([madeTrace(1).key])).rejects.toMatchObject({ code: 'not_ready' });
    await confirmAll(there);
    expect(await there.byHashes([madeTrace(1).key])).toEqual([]);
    expect(await here.byHashes([madeTrace(1).key])).toHaveLength(1);
  });

  it('reads thousands of traces in some replies, each of a limited size', async () => {
    const network = 'many';
    const { store } = await open(redis.url, { network });
    const traces = Array.from({ length: 1_500 }, (_, index) => madeTrace(index, { contentBytes: 10_000 }));
    await store.put(traces.map((trace) => ({ trace, ttlMs })));
    await confirmAll(store);
    const reader = await openReader(redis.url, { network });
    expect(await reader.ofAccount(rawAddressOf(0))).toHaveLength(1_500);
    expect(await reader.metrics.render()).toMatch(/operation="read",outcome="ok"\} ([4-9]|\d\d)/);
  }, 60_000);

  it('refuses to keep a trace that is too large, and keeps the others of the call', async () => {
    const { store } = await open(redis.url);
    await confirmAll(store);
    const huge = madeTrace(1, { contentBytes: 13_000_000 });
    await expect(
      store.put([
        { trace: huge, ttlMs },
        { trace: madeTrace(2), ttlMs },
      ]),
    ).rejects.toMatchObject({ code: 'too_large' });
    expect(await store.byHashes([huge.key, madeTrace(2).key])).toEqual([madeTrace(2)]);
  }, 60_000);

  describe('foreign and damaged values', () => {
    const trace = madeTrace(1, { accounts: [1] });
    const neighbour = madeTrace(2, { accounts: [1] });
    const network = 'shared';
    const nameOf = (what: string): string => `tonriver:pending:v1:${network}:${what}`;
    const kept = [
      { trace, ttlMs },
      { trace: neighbour, ttlMs },
    ];
    const [own, other] = [nameOf(`trace:${trace.key}`), nameOf(`trace:${neighbour.key}`)];
    const rename = (from: string, to: string): void => {
      command('del', to);
      command('rename', from, to);
    };

    it.each([
      ['is foreign text', 'foreign', () => command('set', own, 'hello')],
      ['lost its end', 'broken', () => rewrite(own, (value) => value.subarray(0, -1))],
      ['has more than it had', 'broken', () => command('append', own, 'x')],
      ['belongs under another key', 'broken', () => command('copy', other, own, 'replace')],
      ['is a list', 'wrong_type', () => command('del', own) + command('lpush', own, 'x')],
    ])('a trace that %s counts as missing, and is written again', async (_name, reason, poison) => {
      command('flushall');
      const { store, metrics } = await open(redis.url, { network });
      await writeBack(store, kept);
      poison();
      expect(await store.ofAccount(rawAddressOf(1))).toEqual([neighbour]);
      expect(await metrics.render()).toContain(`tonriver_pending_values_rejected_total{reason="${reason}"} 1`);
      expect(await writeBack(store, kept)).toEqual([trace.key]);
      expect(await store.ofAccount(rawAddressOf(1))).toHaveLength(2);
    });

    it.each([
      ['its set of an account', () => command('del', nameOf(`account:${rawAddressOf(1)}`))],
      ['its pointer', () => command('set', nameOf(`sent:${trace.externalHash}`), neighbour.key)],
      ['its value', () => command('del', own)],
    ])('a trace that lost %s is written again', async (_what, lose) => {
      command('flushall');
      const { store } = await open(redis.url, { network });
      await writeBack(store, kept);
      lose();
      expect(await writeBack(store, kept)).toContain(trace.key);
      expect(await store.ofAccount(rawAddressOf(1))).toHaveLength(2);
      expect(await store.byHashes([trace.externalHash])).toEqual([trace]);
    });

    it('a set of an account that is none is not an empty answer, and is made anew', async () => {
      command('flushall');
      const { store } = await open(redis.url, { network });
      await writeBack(store, kept);
      command('set', nameOf(`account:${rawAddressOf(1)}`), 'hello');
      await expect(store.ofAccount(rawAddressOf(1))).rejects.toMatchObject({ code: 'not_ready' });
      expect(await writeBack(store, kept)).toHaveLength(2);
      expect(await store.ofAccount(rawAddressOf(1))).toHaveLength(2);
    });

    it('a confirmation that somebody else wrote is none', async () => {
      command('flushall');
      const { store } = await open(redis.url, { network, secret: 'known to the writer and its readers' });
      await writeBack(store, kept);
      const neighbourStore = await open(redis.url, { network });
      await confirmAll(neighbourStore.store);
      await expect(store.ofAccount(rawAddressOf(1))).rejects.toMatchObject({ code: 'not_ready' });
      rename(nameOf('confirmed:1'), nameOf('confirmed:0'));
      await expect(store.ofAccount(rawAddressOf(1))).rejects.toMatchObject({ code: 'not_ready' });
      for (const partition of [0, 1, 2]) command('set', nameOf(`confirmed:${partition}`), '3');
      await expect(store.ofAccount(rawAddressOf(1))).rejects.toMatchObject({ code: 'not_ready' });
      await writeBack(store, kept);
      expect(await store.ofAccount(rawAddressOf(1))).toHaveLength(2);
    });

    it('a trace sealed with another secret counts as missing', async () => {
      command('flushall');
      const { store } = await open(redis.url, { network, secret: 'known to the writer and its readers' });
      const { store: forger } = await open(redis.url, { network });
      await forger.put(kept);
      await confirmAll(store);
      expect(await store.ofAccount(rawAddressOf(1))).toEqual([]);
    });

    function rewrite(name: string, change: (value: Buffer) => Buffer): void {
      const value = execFileSync('redis-cli', ['-u', redis.url, '--raw', 'get', name]).subarray(0, -1);
      execFileSync('redis-cli', ['-u', redis.url, '-x', 'set', name], { input: change(value) });
    }
  });

  it('says that it knows nothing after it was emptied, until all is there again', async () => {
    const { store } = await open(redis.url);
    const kept = [{ trace: madeTrace(1), ttlMs }];
    await writeBack(store, kept);
    command('flushall');
    await expect(store.byHashes([madeHash(1)])).rejects.toMatchObject({ code: 'not_ready' });
    // A writer that has not looked since may not confirm.
    await expect(confirmAll(store)).rejects.toMatchObject({ code: 'not_ready' });
    await store.put([{ trace: madeTrace(2), ttlMs }]);
    await expect(confirmAll(store)).rejects.toMatchObject({ code: 'not_ready' });
    await expect(store.byHashes([madeHash(1)])).rejects.toMatchObject({ code: 'not_ready' });
    expect(await writeBack(store, kept)).toEqual([madeHash(1)]);
    expect(await store.byHashes([madeHash(1), madeHash(2)])).toHaveLength(2);
  });

  it('is not confirmed when it was emptied between two questions of the writer', async () => {
    const { store } = await open(redis.url);
    const [one, two] = [madeTrace(1), madeTrace(2)];
    await writeBack(store, [
      { trace: one, ttlMs },
      { trace: two, ttlMs },
    ]);
    expect(await store.missing([one.key])).toEqual([]);
    command('flushall');
    expect(await store.missing([two.key])).toEqual([two.key]);
    await store.put([{ trace: two, ttlMs }]);
    await expect(confirmAll(store)).rejects.toMatchObject({ code: 'not_ready' });
    expect(await store.missing([one.key, two.key])).toEqual([one.key]);
    await store.put([{ trace: one, ttlMs }]);
    await confirmAll(store);
    expect(await store.byHashes([one.key, two.key])).toHaveLength(2);
  });

  it('a writer that starts anew writes all of its traces, whatever the store has', async () => {
    const network = 'restarted';
    const { store } = await open(redis.url, { network });
    const kept = [{ trace: madeTrace(1), ttlMs }];
    await writeBack(store, kept);
    await store.close();
    const { store: next } = await open(redis.url, { network });
    expect(await writeBack(next, kept)).toEqual([madeHash(1)]);
    expect(await writeBack(next, kept)).toEqual([]);
  });

  it('warns of a server that may remove values to make room', async () => {
    const lines: string[] = [];
    const logger: Logger = {
      ...silentLogger,
      warn: (message, fields) => void lines.push(JSON.stringify([message, fields])),
    };
    await open(redis.url, { logger });
    expect(lines).toEqual([]);
    command('config', 'set', 'maxmemory', '500mb', 'maxmemory-policy', 'volatile-lru');
    try {
      await open(redis.url, { logger });
      await eventually(() => expect(lines.join()).toContain('volatile-lru'), { timeoutMs: 5_000 });
    } finally {
      command('config', 'set', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
    }
  });

  it('is unavailable at once while Redis is dead, and knows nothing when it is back, until a writer has looked', async () => {
    const { store, metrics } = await open(redis.url);
    const kept = [{ trace: madeTrace(1), ttlMs }];
    await writeBack(store, kept);
    await redis.kill9();
    await eventually(() => expect(store.byHashes([madeHash(1)])).rejects.toMatchObject({ code: 'unavailable' }), {
      timeoutMs: 5_000,
    });
    const beganMs = performance.now();
    for (let index = 0; index < 1_000; index += 1) {
      await expect(store.ofAccount(rawAddressOf(1))).rejects.toMatchObject({ code: 'unavailable' });
    }
    // A thousand calls that each waited for Redis would take minutes.
    expect(performance.now() - beganMs).toBeLessThan(20_000);
    // These calls failed in one turn of the event loop: that the connection is closed may be heard after it.
    await eventually(async () => expect(await metrics.render()).toContain('tonriver_pending_store_available 0'), {
      timeoutMs: 5_000,
    });
    await redis.restart();
    await eventually(() => store.ping(), { timeoutMs: 40_000 });
    await expect(store.byHashes([madeHash(1)])).rejects.toMatchObject({ code: 'not_ready' });
    await expect(store.confirm(0, ttlMs)).rejects.toMatchObject({ code: 'not_ready' });
    expect(await writeBack(store, kept)).toEqual([madeHash(1)]);
    expect(await store.byHashes([madeHash(1)])).toEqual([madeTrace(1)]);
  }, 120_000);

  it('is unavailable after its time-out while Redis hangs', async () => {
    const { store } = await open(redis.url);
    await writeBack(store, []);
    const serverPid = Number(/process_id:(\d+)/.exec(command('info', 'server'))?.[1]);
    process.kill(serverPid, 'SIGSTOP');
    try {
      const calls = [store.byHashes([madeHash(1)]), store.ofAccount(rawAddressOf(1)), store.confirm(0, ttlMs)];
      for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      process.kill(serverPid, 'SIGCONT');
    }
    await eventually(() => writeBack(store, []), { timeoutMs: 40_000 });
    expect(await store.byHashes([madeHash(1)])).toEqual([]);
  }, 60_000);
});

describe('createRedisPendingReader against something that is not Redis', () => {
  it('is unavailable', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.on('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const options = optionsFor(`redis://127.0.0.1:${port}`, {});
    const reader = createRedisPendingReader(options);
    opened.push(reader);
    await eventually(
      async () => expect(await options.metrics.render()).toContain('tonriver_pending_store_available 0'),
      { timeoutMs: 10_000 },
    );
    await expect(reader.ofAccount(rawAddressOf(1))).rejects.toMatchObject({ code: 'unavailable' });
    await reader.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});
