import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tonriver/testing';
import { createDevnetForwarder } from './devnet-forwarder.ts';

async function listen(answer: RequestListener): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

async function textOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: IncomingHttpHeaders;
  readonly body?: Uint8Array;
}

describe('requests of the operator of a devnet of this process', () => {
  let devnet: Awaited<ReturnType<typeof listen>>;
  let api: Awaited<ReturnType<typeof listen>>;
  let answerOfDevnet: RequestListener;
  const ask = ({ path, method = 'GET', headers = {}, body }: Asked) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
      const request = httpRequest({ port: api.port, host: '127.0.0.1', path, method, headers }, (response) => {
        const { statusCode: status = 0, headers: ofAnswer } = response;
        textOf(response).then((text) => resolve({ status, headers: ofAnswer, text }), reject);
      });
      request.on('error', reject);
      request.end(body);
    });

  beforeEach(async () => {
    answerOfDevnet = (request, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'retry-after': '3' });
      response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers }));
    };
    devnet = await listen((request, response) => answerOfDevnet(request, response));
    api = await listen(createDevnetForwarder(devnet.port).answer);
  });
  afterEach(() => {
    for (const { server } of [devnet, api]) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('are given on as they are, and the answers too', async () => {
    const host = `127.0.0.1:${api.port}`;
    const { status, headers, text } = await ask({ path: '/devnet/status?a=%20b', headers: { 'x-own': 'kept' } });
    expect([status, headers['content-type'], headers['retry-after']]).toEqual([201, 'application/json', '3']);
    expect(JSON.parse(text)).toMatchObject({
      method: 'GET',
      url: '/devnet/status?a=%20b',
      headers: { 'x-own': 'kept', host },
    });
  });

  it('have their bodies of any length, also without a length, given on whole', async () => {
    answerOfDevnet = (request, response) => {
      let length = 0;
      request.on('data', (piece: Buffer) => (length += piece.length));
      request.on('end', () => response.end(String(length)));
    };
    const body = new Uint8Array(3_000_000).fill(7);
    for (const headers of [{ 'content-length': String(body.length) }, { 'transfer-encoding': 'chunked' }, {}]) {
      expect((await ask({ path: '/devnet/config', method: 'POST', headers, body })).text).toBe('3000000');
    }
  });

  it('never become two requests: a body of a GET is given on as one', async () => {
    const asked: string[] = [];
    answerOfDevnet = (request, response) => {
      asked.push(request.url ?? '');
      request.resume().on('end', () => response.end('done'));
    };
    const body = Buffer.from('POST /devnet/pause HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n');
    for (const headers of [{ 'transfer-encoding': 'chunked' }, { 'content-length': String(body.length) }]) {
      expect((await ask({ path: '/devnet/status', headers, body })).text).toBe('done');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toEqual(['/devnet/status', '/devnet/status']);
  });

  it('are refused when they are not of this machine or of a page of another site, before the devnet has them', async () => {
    let count = 0;
    answerOfDevnet = (_request, response) => {
      count += 1;
      response.end();
    };
    for (const headers of [
      { host: 'devnet.example' },
      { origin: 'http://page.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await ask({ path: '/devnet/faucet', method: 'POST', headers, body: Buffer.from('{}') });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        403,
        { code: 403, error: expect.stringMatching(/^Refused: /) },
      ]);
    }
    expect(count).toBe(0);
  });

  it('get 503 when the devnet does not answer, and no half of an answer as a whole one', async () => {
    answerOfDevnet = (request) => request.socket.destroy();
    expect((await ask({ path: '/devnet/status' })).status).toBe(503);
    answerOfDevnet = (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => request.socket.destroy(), 50);
    };
    await expect(ask({ path: '/devnet/status' })).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });

  it('end at the devnet when the caller leaves', async () => {
    let [isAsked, hasLeft] = [false, false];
    answerOfDevnet = (request) => {
      isAsked = true;
      request.socket.on('close', () => (hasLeft = true));
    };
    const request = httpRequest({ port: api.port, host: '127.0.0.1', path: '/devnet/snapshot' });
    request.on('error', () => undefined);
    request.end();
    await eventually(() => isAsked, { timeoutMs: 5_000 });
    request.destroy();
    await eventually(() => hasLeft, { timeoutMs: 5_000 });
    expect(hasLeft).toBe(true);
  });
});
