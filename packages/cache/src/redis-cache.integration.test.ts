import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { createMetrics, type Metrics } from '@tonriver/telemetry';
import { describePart, eventually, startRedis, type TestRedis } from '@tonriver/testing';
import { describeCacheContract } from './cache-contract.test-support.ts';
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

function open(url: string, namespace: string = randomUUID()): Opened {
  const metrics = createMetrics();
  const changes: boolean[] = [];
  const cache = createRedisCache({
    url,
    namespace,
    metrics,
    logger: silentLogger,
    breakerOpenMs: 200,
    onAvailability: (isAvailable) => changes.push(isAvailable),
  });
  opened.push(cache);
  return { cache, metrics, changes };
}

const isWorking = (cache: Cache) =>
  eventually(() => cache.set({ key: 'probe', value: '', ttlMs }), { timeoutMs: 10_000 });

async function openWorking(url: string, namespace?: string): Promise<Opened> {
  const result = open(url, namespace);
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

  describeCacheContract('redis', async () => (await openWorking(redis.url)).cache);

  it('does not see the keys of another namespace', async () => {
    const { cache: here } = await openWorking(redis.url, 'here');
    const { cache: there } = await openWorking(redis.url, 'there');
    await here.set({ key: 'a', value: 'here', ttlMs });
    await there.delete(['a']);

    expect(await there.get('a')).toBeUndefined();
    expect(await here.get('a')).toBeDefined();
  });

  it('answers at once while Redis is away, says so once, and works again when it is back', async () => {
    const { cache, changes, metrics } = await openWorking(redis.url);
    await redis.kill9();
    await eventually(() => expect(changes).toEqual([true, false]), { timeoutMs: 5_000 });

    const took = await elapsedMs(async () => {
      for (let index = 0; index < 1_000; index += 1) {
        expect(await cache.get('a')).toBeUndefined();
        expect(await cache.set({ key: 'a', value: 'x', ttlMs })).toBe(false);
      }
    });

    expect(took).toBeLessThan(2_000);
    expect(await metrics.render()).toContain('tonriver_cache_available 0');
    await redis.restart();
    await isWorking(cache);
    expect(changes).toEqual([true, false, true]);
    expect(await metrics.render()).toContain('tonriver_cache_available 1');
  });

  it('waits no longer than its time-out while Redis hangs, and soon not at all', async () => {
    const { cache } = await openWorking(redis.url);
    const pid = execFileSync('redis-cli', ['-u', redis.url, 'info', 'server'], { encoding: 'utf8' });
    const serverPid = Number(/process_id:(\d+)/.exec(pid)?.[1]);
    process.kill(serverPid, 'SIGSTOP');
    try {
      const first = await elapsedMs(() => Promise.all([1, 2, 3].map(() => cache.get('a'))));
      expect(first).toBeLessThan(1_000);
      const next = await elapsedMs(async () => {
        for (let index = 0; index < 1_000; index += 1) expect(await cache.get('a')).toBeUndefined();
      });
      expect(next).toBeLessThan(1_500);
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
  it('treats garbage as a cache that is away', async () => {
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
