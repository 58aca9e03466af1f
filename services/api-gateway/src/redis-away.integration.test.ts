import { expect, it } from '@jest/globals';
import { createRedisCache } from '@tonriver/cache';
import { silentLogger } from '@tonriver/logger';
import { createMetrics } from '@tonriver/telemetry';
import { describePart, startRedis } from '@tonriver/testing';
import { messageHash } from './testing/sample-chain.test-support.ts';
import { openSampleStore } from './testing/sample-store.test-support.ts';
import { startTestGateway } from './testing/test-gateway.test-support.ts';

describePart('redis', 'a gateway with a real Redis', () => {
  it('gives the same answers, status and headers while Redis is there, away and back', async () => {
    const redis = await startRedis();
    const store = await openSampleStore();
    const cache = createRedisCache({
      url: redis.url,
      namespace: 'gateway-test:',
      logger: silentLogger,
      metrics: createMetrics(),
    });
    const gateway = await startTestGateway(store, { cache });
    const ask = async (): Promise<unknown[]> => {
      const answers = [];
      for (const path of [
        `/api/v3/transactionsByMessage?msg_hash=${messageHash('first')}`,
        '/api/v3/transactionsByMessage?opcode=d53276db',
        '/toncenter/api/v3/masterchainBlockShards?seqno=11',
        '/api/v3/masterchainInfo',
      ]) {
        const { status, headers, json } = await gateway.request(path);
        answers.push({ path, status, seqno: headers.get('x-indexed-seqno'), etag: headers.get('etag'), json });
      }
      return answers;
    };
    try {
      const there = await ask();
      expect(there).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }, { status: 200 }]);
      expect(await ask()).toEqual(there);
      await redis.kill9();
      expect(await ask()).toEqual(there);
      await redis.restart();
      expect(await ask()).toEqual(there);
    } finally {
      await gateway.stop();
      await cache.close();
      await store.close();
      await redis.stop();
    }
  });
});
