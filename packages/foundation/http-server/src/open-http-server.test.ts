import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type HttpServer, type HttpServerOptions, openHttpServer } from './index.ts';

let server: HttpServer | undefined;
const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await server?.stop({ drainMs: 0, graceMs: 0 });
});

async function open(options: Partial<HttpServerOptions> = {}): Promise<HttpServer> {
  const answer = (_request: IncomingMessage, response: ServerResponse): void => void response.end('ok');
  server = await openHttpServer({ host: '127.0.0.1', port: 0, answer, ...options });
  return server;
}

function keepAlive(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
}

function ask(
  port: number,
  agent: Agent | false,
  path = '/',
): Promise<{ text: string; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent, path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ text, connection: response.headers.connection }));
    }).on('error', reject);
  });
}

describe('a port that stops', () => {
  it('still answers requests while it drains, and asks each client to leave', async () => {
    let isStopping = false;
    const { port, stop } = await open({ onStopping: () => (isStopping = true) });
    const agent = keepAlive();
    expect(await ask(port, agent)).toEqual({ text: 'ok', connection: 'keep-alive' });
    const startMs = performance.now();
    const stopped = stop({ drainMs: 1_000, graceMs: 60_000 });
    while (!isStopping) await sleep(1);
    expect(await ask(port, agent)).toEqual({ text: 'ok', connection: 'close' });
    expect(await ask(port, false)).toEqual({ text: 'ok', connection: 'close' });
    await stopped;
    expect(performance.now() - startMs).toBeGreaterThan(990);
    await expect(ask(port, false)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('lets running answers end, and asks their clients to leave', async () => {
    let isBegun = false;
    const { port, stop } = await open({
      answer(_request, response) {
        isBegun = true;
        setTimeout(() => response.end('late'), 300);
      },
    });
    const asked = ask(port, keepAlive());
    while (!isBegun) await sleep(5);
    await stop({ drainMs: 0, graceMs: 60_000 });
    expect(await asked).toEqual({ text: 'late', connection: 'close' });
  });

  it('does not wait for idle connections', async () => {
    const { port, stop } = await open();
    await ask(port, keepAlive());
    const silent = connect(port, '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    await sleep(20);
    const startMs = performance.now();
    await stop({ drainMs: 0, graceMs: 50_000 });
    expect(performance.now() - startMs).toBeLessThan(10_000);
    silent.destroy();
  });

  it('cuts answers that do not end within the grace period', async () => {
    let isBegun = false;
    const { port, stop } = await open({ answer: () => (isBegun = true) });
    const asked = ask(port, keepAlive()).catch((error: unknown) => error);
    while (!isBegun) await sleep(5);
    await stop({ drainMs: 0, graceMs: 100 });
    expect(await asked).toMatchObject({ code: 'ECONNRESET' });
  });
});

it.each([
  ['cuts an answer that is silent for too long', 200, 'ECONNRESET'],
  ['without that limit waits for the answer', 0, 'late'],
])('a port %s', async (_what, silenceMsMax, expected) => {
  const { port } = await open({
    silenceMsMax,
    answer: (_request, response) => void setTimeout(() => response.end('late'), 800),
  });
  const outcome = await ask(port, false).then(
    ({ text }) => text,
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
  expect(outcome).toBe(expected);
});

it('a port closes connections beyond its limit', async () => {
  const { port } = await open({ connectionsMax: 2, answer: () => undefined });
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'));
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  await Promise.race([Promise.all(closed), sleep(300)]);
  expect(sockets.filter((socket) => socket.closed).length).toBe(2);
  for (const socket of sockets) socket.destroy();
});

describe('requests that a client sends without waiting for the answers', () => {
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

  it('are answered one after the other, in their order', async () => {
    let underWay = 0;
    let underWayMax = 0;
    const { port } = await open({
      answer(request, response) {
        underWay += 1;
        underWayMax = Math.max(underWayMax, underWay);
        setTimeout(() => {
          underWay -= 1;
          response.end(request.url);
        }, 5);
      },
    });
    const client = connect(port, '127.0.0.1');
    let text = '';
    client.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    client.write(['/a', '/b', '/c', '/d'].map(get).join(''));
    while (!text.endsWith('/d')) await sleep(5);
    client.destroy();
    expect(text.match(/\/[a-d]$|\/[a-d](?=HTTP)/gm)).toEqual(['/a', '/b', '/c', '/d']);
    expect(underWayMax).toBe(1);
  });

  it('are not begun after the client has left, and a client that sends too many is cut off', async () => {
    const begun: ServerResponse[] = [];
    const ended: ServerResponse[] = [];
    const { port } = await open({
      answer(_request, response) {
        begun.push(response);
        response.once('close', () => ended.push(response));
      },
    });
    const clients = Array.from({ length: 10 }, (_each, index) => {
      const client = connect(port, '127.0.0.1');
      client.on('error', () => undefined).resume();
      client.write(get('/').repeat(index === 0 ? 100 : 20));
      return client;
    });
    // No time limit of its own: a busy machine reads late.
    while (clients[0]?.closed !== true || begun.length < 9) await sleep(5);
    for (const client of clients) client.destroy();
    while (ended.length < begun.length) await sleep(5);
    await sleep(100);
    expect(begun.length).toBeLessThanOrEqual(10);
    expect(ended).toHaveLength(begun.length);
  });
});
