import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createMemoryCache } from '@tonriver/cache';
import { silentLogger } from '@tonriver/logger';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { createApiGateway, defaultApiGatewayConfig } from './service.ts';
import { stubStore } from './testing/stub-store.test-support.ts';

describe('createApiGateway', () => {
  it('leaves nothing running when its port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    let queriesCount = 0;
    const gateway = createApiGateway({
      store: stubStore(async () => {
        queriesCount += 1;
        return [];
      }),
      cache: createMemoryCache({ bytesMax: 1024 }),
      logger: silentLogger,
      metrics: createMetrics(),
      health: createHealth(),
      network: { name: 'test', isTestnet: false },
      config: defaultApiGatewayConfig({ port: (taken.address() as AddressInfo).port, watermarkPollMs: 1 }),
    });

    await expect(gateway.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    taken.close();
    // The store would be closed by now, and every poll an error in the log.
    expect(queriesCount).toBe(0);
  });
});
