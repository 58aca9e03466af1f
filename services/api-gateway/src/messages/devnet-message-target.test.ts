import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createDevnetMessageTarget } from './devnet-message-target.ts';

let server: Server | undefined;

/** A target whose devnet answers with the given function. */
async function targetOf(answer: RequestListener, { timeoutMs = 60_000, messagesMax = 4 } = {}) {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  const { port } = listening.address() as AddressInfo;
  return createDevnetMessageTarget({ url: `http://127.0.0.1:${port}`, timeoutMs, messagesMax });
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const answering = (status: number, body: unknown, headers = {}): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};
const base64 = (value: number): string => Buffer.alloc(32, value).toString('base64');
const accepted = { ok: true, result: { hash: base64(1), hash_norm: base64(2) } };

describe('messages to a devnet', () => {
  it('are posted as base64, and their hashes are read', async () => {
    const bodies: string[] = [];
    const target = await targetOf((request, response) => {
      let body = `${request.method} ${request.url} `;
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        bodies.push(body);
        response.end(JSON.stringify(accepted));
      });
    });
    expect(await target.send(Uint8Array.of(1, 2))).toEqual({
      hash: new Uint8Array(32).fill(1),
      normalisedHash: new Uint8Array(32).fill(2),
    });
    expect(bodies).toEqual(['POST /api/v2/sendBocReturnHash {"boc":"AQI="}']);
  });

  it.each([
    ['41', 41],
    ['-1', undefined],
    ['many', undefined],
  ])('say with after-seqno: %s that only later rounds can have them', async (header, expected) => {
    const target = await targetOf(answering(200, accepted, { 'after-seqno': header }));
    expect((await target.send(Uint8Array.of(1))).afterSeqno).toBe(expected);
  });

  it.each([
    [500, { ok: false, error: 'exitcode=33' }, { code: 'refused', message: 'exitcode=33' }],
    [422, { ok: false, error: 'empty boc' }, { code: 'refused', message: 'empty boc' }],
    [503, { ok: false, error: 'full' }, { code: 'overloaded', message: 'full', fields: { retryAfterMs: 7_000 } }],
    [500, 'gateway broken', { code: 'unavailable' }],
    [404, { ok: false, error: 'No such route' }, { code: 'unavailable' }],
    [200, { ok: true, result: { hash: 'short' } }, { code: 'unavailable' }],
    [200, `"${'x'.repeat(300_000)}"`, { code: 'unavailable' }],
  ])('an answer %i %j is an error', async (status, body, error) => {
    const target = await targetOf(answering(status, body, { 'retry-after': '7' }));
    await expect(target.send(Uint8Array.of(1))).rejects.toMatchObject(error);
  });

  it('are given up when no answer comes in time, and are refused beyond the most at one time', async () => {
    const target = await targetOf(() => undefined, { timeoutMs: 300, messagesMax: 1 });
    const first = target.send(Uint8Array.of(1));
    await expect(target.send(Uint8Array.of(2))).rejects.toMatchObject({ code: 'overloaded' });
    await expect(first).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('are not sent when nobody listens', async () => {
    const target = createDevnetMessageTarget({ url: 'http://127.0.0.1:1', timeoutMs: 60_000, messagesMax: 1 });
    await expect(target.send(Uint8Array.of(1))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
