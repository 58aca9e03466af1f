import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createMemoryCache } from '@tonriver/cache';
import { silentLogger } from '@tonriver/logger';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { createApiGateway, defaultApiGatewayConfig } from './service.ts';
import { startTestGateway } from './testing/test-gateway.test-support.ts';

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

  it('has health and metrics only on their own port when there is one, until the API is closed', async () => {
    const store = stubStore(async (sql) => watermarkRows(sql) ?? []);
    const gateway = await startTestGateway(store, { config: { healthPort: 0, shutdownDrainMs: 300 } });
    const ask = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    const statuses = async (port: number) => [
      await ask(port, '/live'),
      await ask(port, '/ready'),
      await ask(port, '/metrics'),
      await ask(port, '/healthcheck'),
      await ask(port, '/api/v3/decode?opcodes=0'),
    ];
    expect(await statuses(gateway.port)).toEqual([404, 404, 404, 200, 200]);
    expect(await statuses(gateway.healthPort)).toEqual([200, 200, 200, 404, 404]);

    const stopped = gateway.stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await statuses(gateway.port)).toEqual([404, 404, 404, 200, 200]);
    expect(await statuses(gateway.healthPort)).toEqual([200, 503, 200, 404, 404]);
    await stopped;
    for (const port of [gateway.port, gateway.healthPort]) await expect(ask(port, '/live')).rejects.toThrow();
  });
});
