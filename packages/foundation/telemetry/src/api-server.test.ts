import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ApiServer, createHealth, createMetrics, startApiServer } from './index.ts';

describe('startApiServer', () => {
  const waiting: ServerResponse[] = [];
  let server: ApiServer | undefined;
  afterEach(async () => {
    await server?.stop({ drainMs: 0, graceMs: 0 });
    server = undefined;
    waiting.length = 0;
  });

  /** Answers 204 to what is no health; `/slow` waits in `waiting`. */
  const start = async (healthPort?: number, port = 0): Promise<ApiServer> => {
    server = await startApiServer({
      host: '127.0.0.1',
      port,
      healthPort,
      health: createHealth(),
      metrics: createMetrics(),
      answer(request, response) {
        if (request.url === '/slow') waiting.push(response);
        else response.writeHead(204).end();
      },
    });
    return server;
  };
  const ask = async (port: number, path: string, init?: RequestInit): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, init)).status;
  const statuses = async (port: number): Promise<number[]> =>
    await Promise.all(['/live', '/ready', '/metrics?a', '/else'].map((path) => ask(port, path)));

  it('has health on the port of the API when it is given no other', async () => {
    const { port, healthPort } = await start();
    expect([healthPort, await statuses(port)]).toEqual([port, [200, 200, 200, 204]]);
    // Only reading is for health: what a caller sends belongs to the API.
    expect(await ask(port, '/live', { method: 'POST', body: 'x' })).toBe(204);
  });

  it('has health on a port of its own, and nothing of it on the other', async () => {
    const { port, healthPort } = await start(0);
    expect([await statuses(port), await statuses(healthPort)]).toEqual([
      [204, 204, 204, 204],
      [200, 200, 200, 404],
    ]);
  });

  it('says 503 on /ready from the beginning of a stop until the last answer is sent', async () => {
    const started = await start(0);
    const { port, healthPort } = started;
    const slow = ask(port, '/slow');
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const stopped = started.stop({ drainMs: 50, graceMs: 10_000 });
    await new Promise((resolve) => setImmediate(resolve));
    expect([await ask(healthPort, '/ready'), await ask(port, '/else')]).toEqual([503, 204]);
    // The port of the API is closed after the drain; one request is still under way.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await expect(ask(port, '/else')).rejects.toThrow();
    expect([await ask(healthPort, '/live'), await ask(healthPort, '/ready')]).toEqual([200, 503]);
    waiting[0]?.writeHead(204).end();
    expect(await slow).toBe(204);
    await stopped;
    await expect(ask(healthPort, '/live')).rejects.toThrow();
  });

  it('leaves the port of the API closed when the one for health is in use', async () => {
    const taken = createServer();
    const free = createServer();
    for (const one of [taken, free]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    const [takenPort, freePort] = [taken, free].map((one) => (one.address() as AddressInfo).port) as [number, number];
    await new Promise((resolve) => free.close(resolve));
    await expect(start(takenPort, freePort)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(ask(freePort, '/else')).rejects.toThrow();
    await new Promise((resolve) => taken.close(resolve));
  });
});
