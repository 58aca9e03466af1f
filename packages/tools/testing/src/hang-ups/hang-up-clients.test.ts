import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { HANG_UP_STAGES, hangUpClients, rawRequest } from './hang-up-clients.ts';

it('clients leave at every stage of a request, and the server sees each leave there', async () => {
  const seen = { heads: 0, bodies: 0, aborted: 0 };
  const server = createServer((request, response) => {
    seen.heads += 1;
    request.on('close', () => {
      if (request.complete) seen.bodies += 1;
      else seen.aborted += 1;
    });
    request.on('error', () => undefined);
    request.resume().on('end', () => response.end('x'.repeat(1000)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const left = await hangUpClients({
    port: (server.address() as AddressInfo).port,
    requests: [rawRequest('GET', '/a'), rawRequest('POST', '/b', 'x'.repeat(100))],
    clients: 4 * HANG_UP_STAGES.length,
    patienceMs: 200,
  });
  expect(left).toEqual(Object.fromEntries(HANG_UP_STAGES.map((stage) => [stage, 4])));
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  expect(seen.heads).toBeGreaterThan(4 * 3);
  expect(seen.aborted).toBeGreaterThanOrEqual(2);
});
