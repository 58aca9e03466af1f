import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type GetMethodAnswer, GetMethodError, type NeutralStackEntry } from '@tonriver/api-model';
import { createHttpExecutor, type HttpExecutor } from '@tonriver/executor-client';
import { startExecutorServer } from '@tonriver/get-method-executor/service';
import { silentLogger } from '@tonriver/logger';
import { type ApiServer, createHealth, createMetrics } from '@tonriver/telemetry';
import {
  answerOfNothing,
  createFakeExecutor,
  estimateOfAll,
  type FakeExecutor,
} from '../testing/fake-executor.test-support.ts';

let executor: FakeExecutor;
let server: ApiServer;
let client: HttpExecutor;

const clientTo = (port: number, changes: { readonly callsMax?: number; readonly timeoutMs?: number } = {}) =>
  createHttpExecutor({ url: `http://127.0.0.1:${port}`, connectionsMax: 4, callsMax: 8, timeoutMs: 2_000, ...changes });

beforeEach(async () => {
  executor = createFakeExecutor();
  const health = createHealth();
  const options = { host: '127.0.0.1', port: 0, executor, health, metrics: createMetrics(), logger: silentLogger };
  server = await startExecutorServer(options);
  client = clientTo(server.port);
});
afterEach(async () => {
  client.close();
  await server.stop({ drainMs: 0, graceMs: 1_000 });
});

const call = { workchain: 0, accountHex: 'AB'.repeat(32), methodId: 1, stack: [] };
const post = (body: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}/v1/get-method`, { method: 'POST', body });

describe('createHttpExecutor', () => {
  it('returns the same answers as an executor in this process', async () => {
    const stack: NeutralStackEntry[] = [
      { type: 'list', items: [{ type: 'number', value: '1' }] },
      { type: 'cell', boc: 'AAAA' },
    ];
    executor.next = { stack };
    const asked = { ...call, stack, seqno: 5 };
    expect(await client.run(asked)).toEqual({ ...answerOfNothing, stack });
    expect(executor.calls).toEqual([asked]);
  });

  it('returns the same estimates of fees as an executor in this process, and fails with the same errors', async () => {
    const { workchain, accountHex } = call;
    const parts = { bodyBoc: 'AAAA', initCodeBoc: null, initDataBoc: 'AAAA' };
    const asked = { workchain, accountHex, ...parts, ignoresSignatures: false };
    expect(await client.estimateFee(asked)).toEqual(estimateOfAll);
    expect(executor.estimates).toEqual([asked]);
    executor.next = new GetMethodError('bad_message', 'no bag', { part: 'body' });
    await expect(client.estimateFee(asked)).rejects.toMatchObject({ code: 'bad_message', fields: { part: 'body' } });
    const wrong = { ...asked, bodyBoc: '!' };
    await expect(client.estimateFee(wrong)).rejects.toMatchObject({ code: 'bad_call' });
  });

  it('returns the same emulated traces as an executor in this process', async () => {
    const asked = { messageBoc: 'AAAA', ignoresSignatures: true, withActions: true, withCells: false, seqno: 5 };
    const action = { type: 'ton_transfer', ancestorTypes: ['nft_purchase'], isHidden: false };
    executor.trace = {
      seqno: 5,
      isIncomplete: true,
      isLarge: false,
      rootHash: Buffer.alloc(32, 1).toString('base64'),
      parts: [{ workchain: -1, content: 'AAAA' }],
      actions: [{ ...action, contract: { details: { value: '1' } }, deployed: {} }],
    };
    expect(await client.emulateTrace(asked)).toEqual(executor.trace);
    expect(executor.traces).toEqual([asked]);
    executor.trace = new GetMethodError('message_not_accepted', 'exitcode=33');
    await expect(client.emulateTrace(asked)).rejects.toMatchObject({ code: 'message_not_accepted' });
  });

  it('fails with the same errors as an executor in this process', async () => {
    executor.next = new GetMethodError('overloaded', 'later', { retryAfterMs: 1500 }, { isRetryable: true });
    await expect(client.run(call)).rejects.toMatchObject({
      code: 'overloaded',
      message: 'later',
      fields: { retryAfterMs: 1500 },
      isRetryable: true,
    });
    const answer = await post(JSON.stringify(call));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  });

  it('does not pass on unexpected errors', async () => {
    executor.next = Promise.reject(new Error('secret'));
    const answer = await post(JSON.stringify(call));
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { code: 'failed', message: 'internal error of the get-method executor', fields: {}, isRetryable: false },
    ]);
  });

  it.each([
    ['no JSON', '{', 'the call is not valid JSON'],
    ['no call', '{}', 'the call does not fit'],
    ['an entry of no kind', JSON.stringify({ ...call, stack: [{ type: 'x' }] }), 'the call does not fit'],
    ['a nest', '['.repeat(100_000), 'the arguments are nested too deep'],
  ])('%s is refused', async (_what, body, message) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect((await answer.json()) as unknown).toMatchObject({
      code: 'bad_call',
      message: expect.stringContaining(message),
    });
  });

  it('refuses more bytes than a call can have', async () => {
    const answer = await post('x'.repeat(9 * 1024 * 1024)).catch(() => undefined);
    // The connection may be cut while the rest is still being sent.
    expect([400, undefined]).toContain(answer?.status);
  });

  it('has health and metrics', async () => {
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status;
    expect([await ask('/live'), await ask('/ready'), await ask('/metrics'), await ask('/else')]).toEqual([
      200, 200, 200, 404,
    ]);
  });

  it('has health and metrics only on their own port when there is one, and calls only on the other', async () => {
    const parts = { executor, health: createHealth(), metrics: createMetrics(), logger: silentLogger };
    const apart = await startExecutorServer({ host: '127.0.0.1', port: 0, healthPort: 0, ...parts });
    const ask = async (port: number, path: string, init?: RequestInit) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, init)).status;
    const body = JSON.stringify(call);
    const statuses = async (port: number) => [
      await ask(port, '/live'),
      await ask(port, '/ready'),
      await ask(port, '/metrics'),
      await ask(port, '/v1/get-method', { method: 'POST', body }),
    ];
    expect([await statuses(apart.port), await statuses(apart.healthPort)]).toEqual([
      [404, 404, 404, 200],
      [200, 200, 200, 404],
    ]);
    await apart.stop({ drainMs: 0, graceMs: 1_000 });
  });
});

it('a call on a kept connection that the executor has just closed is sent once more', async () => {
  const connections: Socket[] = [];
  let calls = 0;
  const closing = createServer((request, response) => {
    request.resume().on('end', () => {
      calls += 1;
      // The second call uses the connection of the first, which is closed by then.
      if (calls === 2) connections[0]?.resetAndDestroy();
      else response.end(JSON.stringify(answerOfNothing));
    });
  });
  closing.on('connection', (socket) => connections.push(socket));
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
  const patient = clientTo((closing.address() as AddressInfo).port);
  expect([await patient.run(call), await patient.run(call)]).toEqual([answerOfNothing, answerOfNothing]);
  expect([calls, connections.length]).toEqual([3, 2]);
  patient.close();
  closing.close();
  closing.closeAllConnections();
});

it('a call is answered when the executor has just closed all kept connections', async () => {
  const used = new Set<Socket>();
  const held: (() => void)[] = [];
  const closing = createServer((request, response) => {
    request.resume().on('end', () => {
      if (used.has(request.socket)) {
        request.socket.resetAndDestroy();
        return;
      }
      used.add(request.socket);
      const answer = () => response.end(JSON.stringify(answerOfNothing));
      // The first two wait for each other, so that each has a connection of its own.
      if (held.push(answer) === 2) for (const release of held) release();
      if (held.length > 2) answer();
    });
  });
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
  const patient = clientTo((closing.address() as AddressInfo).port);
  await Promise.all([patient.run(call), patient.run(call)]);
  expect(await patient.run(call)).toEqual(answerOfNothing);
  patient.close();
  closing.close();
  closing.closeAllConnections();
});

describe('an unavailable executor', () => {
  let silent: Server | undefined;
  afterEach(() => {
    silent?.closeAllConnections();
    silent?.close();
  });

  it('leads to a retryable error', async () => {
    const { port } = server;
    await server.stop({ drainMs: 0, graceMs: 0 });
    await expect(clientTo(port).run(call)).rejects.toMatchObject({ code: 'unavailable', isRetryable: true });
  });

  it('is waited for up to the time limit, with a limited number of calls', async () => {
    silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent?.listen(0, '127.0.0.1', resolve));
    const impatient = clientTo((silent.address() as AddressInfo).port, { callsMax: 2, timeoutMs: 200 });
    const calls: Promise<GetMethodAnswer>[] = [impatient.run(call), impatient.run(call)];
    await expect(impatient.run(call)).rejects.toMatchObject({ code: 'overloaded' });
    for (const waiting of calls) await expect(waiting).rejects.toMatchObject({ code: 'timed_out' });
    impatient.close();
  });
});
