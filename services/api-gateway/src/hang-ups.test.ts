import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startExecutorServer } from '@tonriver/get-method-executor/service';
import { silentLogger } from '@tonriver/logger';
import { createHealth, createMetrics, startHealthServer } from '@tonriver/telemetry';
import { describePart, eventually, hangUpClients, openDescriptors, rawRequest } from '@tonriver/testing';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { createFakeExecutor } from './testing/fake-executor.test-support.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

const call = { workchain: 0, accountHex: 'AB'.repeat(32), methodId: 1, stack: [] };
const apiCall = JSON.stringify({ address: `0:${'AB'.repeat(32)}`, method: 'seqno', stack: [] });
const json = { 'content-type': 'application/json' };
const estimate = { workchain: 0, accountHex: 'AB'.repeat(32), bodyBoc: '', initCodeBoc: null, initDataBoc: null };
const CLIENTS = 1_000;

let gateway: TestGateway;
beforeAll(async () => {
  const store = stubStore(async (sql) => watermarkRows(sql) ?? []);
  gateway = await startTestGateway(store, { executor: createFakeExecutor() });
});
afterAll(async () => {
  await gateway?.stop();
});

/** Descriptors that the process may have open for a moment: it opens a file to check that it can. */
const SLACK = 3;

/** Descriptors come back: those of sockets that are being closed may need a moment. */
async function expectDescriptorsBack(before: number): Promise<void> {
  await eventually(() => openDescriptors() <= before + SLACK, { timeoutMs: 10_000 }).catch(() => undefined);
  expect(openDescriptors()).toBeLessThanOrEqual(before + SLACK);
}

describePart('proc', 'clients that hang up at every stage of a request leave nothing open', () => {
  it.each([
    [
      'the documentation',
      ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png', 'index.html', 'openapi.json'].map((name) =>
        rawRequest('GET', `/api/v3/${name}`, '', name.endsWith('css') ? { 'accept-encoding': 'br' } : {}),
      ),
    ],
    [
      'the API',
      [
        rawRequest('GET', `/api/v3/transactionsByMessage?msg_hash=${'00'.repeat(32)}`),
        rawRequest('POST', '/api/v3/decode', '{"opcodes":["1"],"bodies":["00"]}', json),
        rawRequest('POST', '/api/v3/runGetMethod', apiCall, json),
        rawRequest('POST', '/toncenter/api/v2/jsonRPC', `{"method":"runGetMethod","params":${apiCall}}`, json),
        rawRequest('GET', '/metrics'),
      ],
    ],
  ])('%s', async (_what, requests) => {
    await gateway.request('/live');
    const before = openDescriptors();
    await hangUpClients({ port: gateway.port, requests, clients: CLIENTS });
    await expectDescriptorsBack(before);
    const answer = await gateway.request('/api/v3/swagger-ui-bundle.js');
    expect([answer.status, answer.text.length > 1_000_000]).toEqual([200, true]);
  });

  it('the executor', async () => {
    const executor = createFakeExecutor();
    const server = await startExecutorServer({
      host: '127.0.0.1',
      port: 0,
      executor,
      health: createHealth(),
      metrics: createMetrics(),
      logger: silentLogger,
    });
    const before = openDescriptors();
    const requests = [
      rawRequest('POST', '/v1/get-method', JSON.stringify(call)),
      rawRequest('POST', '/v1/fee-estimate', JSON.stringify({ ...estimate, ignoresSignatures: true })),
      rawRequest('GET', '/ready'),
    ];
    await hangUpClients({ port: server.port, requests, clients: CLIENTS });
    await expectDescriptorsBack(before);
    await server.stop({ drainMs: 0, graceMs: 100 });
  });

  it('a health port', async () => {
    const options = { host: '127.0.0.1', port: 0, health: createHealth(), metrics: createMetrics() };
    const server = await startHealthServer(options);
    const before = openDescriptors();
    const requests = [rawRequest('GET', '/live'), rawRequest('GET', '/metrics')];
    await hangUpClients({ port: server.port, requests, clients: CLIENTS });
    await expectDescriptorsBack(before);
    await server.stop();
  });
});
