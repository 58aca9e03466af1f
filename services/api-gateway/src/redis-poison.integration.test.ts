import { connect, createServer } from 'node:net';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Cache, createRedisCache } from '@tonriver/cache';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { silentLogger } from '@tonriver/logger';
import { createMetrics } from '@tonriver/telemetry';
import { describePart, eventually, startRedis, type TestRedis } from '@tonriver/testing';
import { messageHash } from './testing/sample-chain.test-support.ts';
import { openSampleStore } from './testing/sample-store.test-support.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

const paths = [
  `/api/v3/transactionsByMessage?msg_hash=${messageHash('first')}`,
  '/api/v3/transactionsByMessage?opcode=d53276db',
  '/toncenter/api/v3/masterchainBlockShards?seqno=11',
  '/api/v3/masterchainBlockShards?seqno=11',
  '/api/v3/masterchainInfo',
];

describePart('redis', 'a gateway whose Redis holds what it did not write', () => {
  let redis: TestRedis;
  let store: ClickHouseStore;
  beforeAll(async () => {
    redis = await startRedis();
    store = await openSampleStore();
  });
  afterAll(async () => {
    await store?.close();
    await redis?.stop();
  });

  const cli = (...words: readonly string[]): string =>
    execFileSync('redis-cli', ['-u', redis.url, ...words], { encoding: 'utf8' });
  const keys = (): string[] => cli('keys', '*').split('\n').filter(Boolean).sort();
  const answersOf = async (gateway: TestGateway): Promise<unknown[]> => {
    const answers = [];
    for (const path of paths) {
      const { status, headers, json } = await gateway.request(path);
      answers.push({ path, status, etag: headers.get('etag'), total: headers.get('x-total-count'), json });
    }
    return answers;
  };
  /** A gateway over this Redis, whose connection works. */
  const withGateway = async (url: string, work: (gateway: TestGateway) => Promise<void>): Promise<void> => {
    const options = { url, namespace: 'gateway-test:', logger: silentLogger, metrics: createMetrics() };
    const cache: Cache = createRedisCache(options);
    const gateway = await startTestGateway(store, { cache });
    try {
      await eventually(() => cache.set({ key: 'probe', value: '', ttlMs: 1 }), { timeoutMs: 10_000 });
      await work(gateway);
    } finally {
      await gateway.stop();
      await cache.close();
    }
  };
  const fill = async (gateway: TestGateway): Promise<unknown[]> => {
    const right = await answersOf(gateway);
    expect(right).toMatchObject(paths.map(() => ({ status: 200 })));
    await eventually(() => expect(keys().length).toBeGreaterThan(paths.length), { timeoutMs: 5_000 });
    return right;
  };

  it.each([
    ['text of others', (key: string) => cli('set', key, 'hello')],
    ['answers of another form', (key: string) => cli('set', key, '{"entityTag":"x"}\n{"transactions":[]}')],
    ['lists', (key: string) => cli('eval', "redis.call('del', KEYS[1]) redis.call('lpush', KEYS[1], 'x')", '1', key)],
    ['values without their end', (key: string) => cut(key)],
    ['values of other keys', (key: string) => cli('copy', otherOf(key), key, 'replace')],
  ])('gives the right answers when every value was replaced by %s', async (_name, poison) => {
    cli('flushall');
    await withGateway(redis.url, async (gateway) => {
      const right = await fill(gateway);
      for (const key of keys()) poison(key);
      expect(await answersOf(gateway)).toEqual(right);
    });
  });

  const cut = (key: string): string =>
    cli('eval', "redis.call('set', KEYS[1], redis.call('getrange', KEYS[1], 0, -2))", '1', key);
  /** Another key of the same kind: an answer for an answer, a transaction for a transaction. */
  const otherOf = (key: string): string => {
    const isRecord = (name: string): boolean => name.includes(':transaction:');
    return keys().find((other) => other !== key && isRecord(other) === isRecord(key)) ?? key;
  };

  it('gives the same answers in time while Redis is slow', async () => {
    cli('flushall');
    const proxy = createServer((socket) => {
      const { hostname, port } = new URL(redis.url);
      const server = connect(Number(port), hostname);
      socket.pipe(server);
      server.on('data', (data) => setTimeout(() => socket.write(data), 150));
      for (const [one, other] of [
        [socket, server],
        [server, socket],
      ] as const) {
        one.on('error', () => undefined);
        one.on('close', () => other.destroy());
      }
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    let right: unknown[] = [];
    await withGateway(redis.url, async (gateway) => {
      right = await fill(gateway);
    });
    await withGateway(`redis://127.0.0.1:${port}`, async (gateway) => {
      expect(await answersOf(gateway)).toEqual(right);
      expect(await answersOf(gateway)).toEqual(right);
    });
    await new Promise((resolve) => proxy.close(resolve));
  });
});
