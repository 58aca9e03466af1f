import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createMetrics } from '@tonriver/telemetry';
import { eventually } from '@tonriver/testing';
import { silentLogger } from '@tonriver/logger';
import express from 'express';
import { errors } from '../middleware/errors.ts';
import { requestContext } from '../middleware/request-context.ts';
import { createLiveRounds, type LiveRoundsOptions } from './live-rounds.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const expectEventually = (check: () => boolean | Promise<boolean>) => eventually(check, { timeoutMs: 20_000 });

const range = (lastSeqno: number) => ({ firstSeqno: 1, lastSeqno });
const frameOf = (last: number): string =>
  `event: event\ndata: {"type":"rounds","finality":"finalized","first":1,"last":${last}}\n\n`;
const CONNECTED = 'event: connected\ndata: {"network":"test","is_testnet":true,"has_pending":false}\n\n';

/** A server of live rounds whose watermark the test moves. */
async function serve(options: Partial<LiveRoundsOptions> = {}) {
  let visible: { readonly firstSeqno: number; readonly lastSeqno: number } | undefined = range(5);
  let looks = 0;
  const metrics = createMetrics();
  const live = createLiveRounds({
    watermark: {
      current: () => ({
        range: visible,
        indexedSeqno: visible?.lastSeqno ?? 0,
        hasPartialBlocks: false,
        deployment: '',
      }),
      async forRequest() {
        looks += 1;
        return undefined;
      },
    },
    network: { name: 'test', isTestnet: true },
    hasPending: false,
    listenersMax: 2,
    pollMs: 5,
    metrics,
    ...options,
  });
  const app = express();
  app.use(requestContext({ logger: silentLogger, now: () => performance.now() }));
  app.get('/live', live.listen);
  app.use(errors);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(
    () => new Promise((resolve) => (live.close(), server.closeAllConnections(), server.close(() => resolve()))),
  );
  const { port } = server.address() as { readonly port: number };
  return {
    live,
    port,
    looks: () => looks,
    move: (last: number | undefined) => (visible = last === undefined ? undefined : range(last)),
    listeners: async () => /^tonriver_api_explorer_listeners (\d+)$/m.exec(await metrics.render())?.[1],
  };
}

/** A listener; `text` grows. */
async function listen(port: number) {
  const heard = { status: 0, text: '', isEnded: false, leave: (): void => undefined };
  await new Promise<void>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/live' }, (response) => {
      heard.status = response.statusCode ?? 0;
      response.setEncoding('utf8').on('data', (chunk: string) => (heard.text += chunk));
      response.on('end', () => (heard.isEnded = true));
      response.on('error', () => undefined);
      resolve();
    });
    sent.on('error', reject);
    heard.leave = () => void sent.destroy();
    closing.push(() => void sent.destroy());
    sent.end();
  });
  return heard;
}

describe('live rounds', () => {
  it('tell what can be read at first, and then each change once', async () => {
    const { port, move } = await serve();
    const heard = await listen(port);
    await expectEventually(() => heard.text === CONNECTED + frameOf(5));
    await sleep(50);
    move(6);
    await expectEventually(() => heard.text.includes('"last":6'));
    move(8);
    await expectEventually(() => heard.text.includes('"last":8'));
    const late = await listen(port);
    await expectEventually(() => late.text === CONNECTED + frameOf(8));
    await sleep(50);
    expect(heard.text).toBe(CONNECTED + frameOf(5) + frameOf(6) + frameOf(8));
    expect(late.text).toBe(CONNECTED + frameOf(8));
  });

  it('tell nothing but the network while nothing can be read', async () => {
    const { port, move } = await serve();
    move(undefined);
    const heard = await listen(port);
    await expectEventually(() => heard.text === CONNECTED);
    move(1);
    await expectEventually(() => heard.text === CONNECTED + frameOf(1));
  });

  it('are for a limited number of listeners, and one that leaves makes room', async () => {
    const { port, listeners } = await serve();
    const [first] = [await listen(port), await listen(port)];
    const refused = await fetch(`http://127.0.0.1:${port}/live`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toEqual({ code: 429, error: 'too many listeners: 2 at most' });
    expect(await listeners()).toBe('2');
    first.leave();
    await expectEventually(async () => (await listeners()) === '1');
    expect((await listen(port)).status).toBe(200);
  });

  it('look at the watermark only while somebody listens', async () => {
    const { port, looks, listeners } = await serve();
    await sleep(30);
    expect(looks()).toBe(0);
    const heard = await listen(port);
    await expectEventually(() => looks() > 2);
    heard.leave();
    await expectEventually(async () => (await listeners()) === '0');
    const before = looks();
    await sleep(50);
    expect(looks()).toBe(before);
  });

  it('beat, so that nothing between takes the connection for dead', async () => {
    const { port } = await serve({ heartbeatMs: 10 });
    const heard = await listen(port);
    await expectEventually(() => heard.text.split(': keepalive\n\n').length > 3);
  });

  it('cut off a listener that reads nothing', async () => {
    // More than the buffers of two sockets hold.
    const network = { name: 'x'.repeat(16_000_000), isTestnet: false };
    const { port, listeners } = await serve({ network, heartbeatMs: 50 });
    const sent = request({ host: '127.0.0.1', port, path: '/live' });
    sent.on('error', () => undefined);
    closing.push(() => void sent.destroy());
    sent.on('response', (response) => response.on('error', () => undefined).pause());
    sent.end();
    await expectEventually(async () => (await listeners()) === '1');
    await expectEventually(async () => (await listeners()) === '0');
  });

  it('end when they are closed, and refuse further listeners', async () => {
    const { port, live } = await serve();
    const heard = await listen(port);
    live.close();
    live.close();
    await expectEventually(() => heard.isEnded);
    const refused = await fetch(`http://127.0.0.1:${port}/live`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('answer HEAD without waiting', async () => {
    const { port, listeners } = await serve();
    const response = await fetch(`http://127.0.0.1:${port}/live`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await listeners()).toBe('0');
  });
});
