import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { createMetrics, type Metrics } from '@tonriver/telemetry';
import { describePart, eventually, startRedis, type TestRedis } from '@tonriver/testing';
import { describeCacheContract } from './cache-contract.test-support.ts';
import { describeDecodedCacheContract } from './decoded-cache-contract.test-support.ts';
import { type Cache, createRedisCache } from './index.ts';

const ttlMs = 60_000;
const opened: Cache[] = [];
afterEach(async () => {
  for (const cache of opened.splice(0)) await cache.close();
});

interface Opened {
  readonly cache: Cache;
  readonly metrics: Metrics;
  readonly changes: boolean[];
}

function open(url: string, namespace: string = randomUUID(), secret?: string): Opened {
  const metrics = createMetrics();
  const changes: boolean[] = [];
  const cache = createRedisCache({
    url,
    namespace,
    secret,
    metrics,
    logger: silentLogger,
    breakerOpenMs: 200,
    onAvailability: (isAvailable) => changes.push(isAvailable),
  });
  opened.push(cache);
  return { cache, metrics, changes };
}

const isWorking = (cache: Cache) =>
  eventually(() => cache.set({ key: 'probe', value: '', ttlMs }), { timeoutMs: 40_000 });

async function openWorking(url: string, namespace?: string, secret?: string): Promise<Opened> {
  const result = open(url, namespace, secret);
  await isWorking(result.cache);
  return result;
}

async function elapsedMs(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

describePart('redis', 'createRedisCache', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  it('does not remove values for other processes when its own clock is ahead of theirs', async () => {
    const { cache } = await openWorking(redis.url);
    await cache.set({ key: 'a', value: 'kept', ttlMs });
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * ttlMs);
    try {
      expect(await cache.get('a')).toBeUndefined();
    } finally {
      clock.mockRestore();
    }
    // Commands on one connection are done in order, so the earlier one is done by now.
    expect(await cache.get('a')).toEqual(Buffer.from('kept'));
  });

  describeCacheContract('redis', async () => (await openWorking(redis.url)).cache);
  describeDecodedCacheContract('redis', async () => (await openWorking(redis.url)).cache);

  it('does not see the keys of another namespace', async () => {
    const { cache: here } = await openWorking(redis.url, 'here');
    const { cache: there } = await openWorking(redis.url, 'there');
    await here.set({ key: 'a', value: 'here', ttlMs });
    await there.delete(['a']);

    expect(await there.get('a')).toBeUndefined();
    expect(await here.get('a')).toBeDefined();
  });

  describe('foreign and damaged values', () => {
    const command = (...words: readonly (string | Buffer)[]) =>
      execFileSync('redis-cli', ['-u', redis.url, '-x', ...words.slice(0, -1).map(String)], { input: words.at(-1) });
    const stored = (key: string): Buffer =>
      execFileSync('redis-cli', ['-u', redis.url, '--raw', 'get', key], { maxBuffer: 100_000_000 }).subarray(0, -1);

    it.each([
      ['is foreign text', 'foreign', () => command('set', 'shared:a', 'hello')],
      ['has the length of a value but is not one', 'broken', () => command('set', 'shared:a', Buffer.alloc(300, 1))],
      ['lost its end', 'broken', () => command('set', 'shared:a', stored('shared:a').subarray(0, -1))],
      [
        'belongs under another key',
        'broken',
        () => execFileSync('redis-cli', ['-u', redis.url, 'copy', 'shared:b', 'shared:a', 'replace']),
      ],
      [
        'is a list',
        'wrong_type',
        () => {
          execFileSync('redis-cli', ['-u', redis.url, 'del', 'shared:a']);
          command('lpush', 'shared:a', 'x');
        },
      ],
      [
        'is larger than any value',
        'too_large',
        () => execFileSync('redis-cli', ['-u', redis.url, 'setrange', 'shared:a', '100000000', 'x']),
      ],
    ])('one that %s is counted, treated as missing, removed, and written again', async (_name, reason, poison) => {
      const { cache, metrics } = await openWorking(redis.url, 'shared');
      for (const key of ['a', 'b']) await cache.set({ key, value: `${key} `.repeat(50), ttlMs });
      poison();

      expect((await cache.getMany(['a', 'b'])).map((value) => value?.length)).toEqual([undefined, 100]);

      expect(await metrics.render()).toContain(`tonriver_cache_values_rejected_total{reason="${reason}"} 1`);
      await eventually(
        () => expect(execFileSync('redis-cli', ['-u', redis.url, 'exists', 'shared:a']).toString()).toBe('0\n'),
        { timeoutMs: 5_000 },
      );
      expect(await cache.set({ key: 'a', value: 'new', ttlMs })).toBe(true);
      expect(Buffer.from((await cache.get('a')) ?? []).toString()).toBe('new');
    });

    it('a value without an expiry in Redis is not returned after its own time', async () => {
      const { cache, metrics } = await openWorking(redis.url, 'shared');
      await cache.set({ key: 'a', value: 'short', ttlMs: 300 });
      execFileSync('redis-cli', ['-u', redis.url, 'persist', 'shared:a']);
      await eventually(async () => expect(await cache.get('a')).toBeUndefined(), { timeoutMs: 5_000 });
      expect(await metrics.render()).toContain('tonriver_cache_values_rejected_total{reason="expired"} 1');
    });

    it('a value sealed without the secret is ignored, one sealed with it is returned', async () => {
      const secret = 'known to two gateways only';
      const { cache: one } = await openWorking(redis.url, 'shared', secret);
      const { cache: other } = await openWorking(redis.url, 'shared', secret);
      const { cache: neighbour } = await openWorking(redis.url, 'shared');
      await one.set({ key: 'a', value: 'true', ttlMs });
      expect(Buffer.from((await other.get('a')) ?? []).toString()).toBe('true');
      await neighbour.set({ key: 'a', value: 'poison', ttlMs });
      expect(await one.get('a')).toBeUndefined();
    });

    it('a reply of Redis has a limited size, however many large values are requested', async () => {
      const { cache } = await openWorking(redis.url, 'shared');
      const keys = ['a', 'b', 'c', 'd', 'e'];
      for (const key of keys) {
        await eventually(() => cache.set({ key, value: Buffer.alloc(10_000_000), ttlMs }), { timeoutMs: 5_000 });
      }
      const bytes = (await cache.getMany(keys)).reduce((total, value) => total + (value?.length ?? 0), 0);
      expect(bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
      expect(await cache.set({ key: 'a', value: Buffer.alloc(40_000_000), ttlMs })).toBe(false);
    });
  });

  it('returns at once while Redis is unreachable, logs it once, and works again when Redis is back', async () => {
    const { cache, changes, metrics } = await openWorking(redis.url);
    await redis.kill9();
    await eventually(() => expect(changes).toEqual([true, false]), { timeoutMs: 5_000 });

    const took = await elapsedMs(async () => {
      for (let index = 0; index < 1_000; index += 1) {
        expect(await cache.get('a')).toBeUndefined();
        expect(await cache.set({ key: 'a', value: 'x', ttlMs })).toBe(false);
      }
    });

    // Two thousand calls that each waited for Redis would take minutes.
    expect(took).toBeLessThan(20_000);
    expect(await metrics.render()).toContain('tonriver_cache_available 0');
    await redis.restart();
    await isWorking(cache);
    expect(changes).toEqual([true, false, true]);
    expect(await metrics.render()).toContain('tonriver_cache_available 1');
  });

  it('waits at most for its time-out while Redis hangs, and after some failures not at all', async () => {
    const { cache } = await openWorking(redis.url);
    const pid = execFileSync('redis-cli', ['-u', redis.url, 'info', 'server'], { encoding: 'utf8' });
    const serverPid = Number(/process_id:(\d+)/.exec(pid)?.[1]);
    process.kill(serverPid, 'SIGSTOP');
    try {
      const first = await elapsedMs(() => Promise.all([1, 2, 3].map(() => cache.get('a'))));
      expect(first).toBeLessThan(10_000);
      const next = await elapsedMs(async () => {
        for (let index = 0; index < 1_000; index += 1) expect(await cache.get('a')).toBeUndefined();
      });
      // A thousand calls that each waited for the time-out would take longer.
      expect(next).toBeLessThan(20_000);
    } finally {
      process.kill(serverPid, 'SIGCONT');
    }
    await isWorking(cache);
  });

  it('can be created before Redis is there', async () => {
    await redis.kill9();
    const { cache, changes } = open(redis.url);
    expect(await cache.get('a')).toBeUndefined();
    await eventually(() => expect(changes).toEqual([false]), { timeoutMs: 5_000 });

    await redis.restart();

    await isWorking(cache);
    expect(changes).toEqual([false, true]);
  });
});

describe('createRedisCache against something that is not Redis', () => {
  it('treats a server that is not Redis as an unreachable cache', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.on('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { cache, changes } = open(`redis://127.0.0.1:${port}`);

    await eventually(() => expect(changes).toEqual([false]), { timeoutMs: 5_000 });
    expect(await cache.get('a')).toBeUndefined();

    await cache.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});
