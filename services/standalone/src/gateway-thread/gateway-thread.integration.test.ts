import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openScope } from '@tonriver/lifecycle';
import { type Logger, silentLogger } from '@tonriver/logger';
import { createMetrics } from '@tonriver/telemetry';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { openBuiltChain } from '../built-chain.ts';
import { startStandalone } from '../service.ts';

const ROUNDS = 4;
const BLOCKED_MS = 8_000;
const folder = temporaryDirectory();
const scope = openScope({ logger: silentLogger, shutdownGraceMs: 20_000 });
const metrics = createMetrics({ withProcess: true });
const lines: { readonly text: string; readonly component: unknown }[] = [];
const note = (text: string, fields: Readonly<Record<string, unknown>> = {}): void =>
  void lines.push({ text, component: fields['component'] });
const logger: Logger = { debug: note, info: note, warn: note, error: note, child: () => logger };
let url: string;

beforeAll(async () => {
  const { source, network, initialStates } = await openBuiltChain({ rounds: ROUNDS, seed: 1, signal: scope.signal });
  const { apiPort } = await startStandalone(scope, {
    network,
    dataDirectory: folder.path,
    host: '127.0.0.1',
    port: 0,
    clickHousePort: 0,
    source,
    fetch: { allowPartialRounds: false },
    initialStates,
    logger,
    metrics,
    onFetched: () => undefined,
    onFetchDone: () => undefined,
    onWatermark: () => undefined,
  });
  url = `http://127.0.0.1:${apiPort}`;
  const isServed = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/api/v3/masterchainInfo`);
    return ((await answer.json()) as { readonly last?: { readonly seqno: number } }).last?.seqno === ROUNDS;
  };
  await eventually(isServed, { timeoutMs: 60_000, intervalMs: 200 });
}, 90_000);
afterAll(async () => {
  await scope.close();
  folder.remove();
}, 30_000);

/** Asks again and again, in a thread of its own, until the time is over. Returns the statuses. */
function askMeanwhile(path: string, forMs: number): Promise<readonly number[]> {
  const program = `
    const { parentPort, workerData: { url, forMs } } = require('node:worker_threads');
    const endMs = performance.now() + forMs;
    (async () => {
      const statuses = [];
      for (let offset = 0; performance.now() < endMs; offset += 1) {
        // Another question each time: answers do not come from a cache.
        const answer = await fetch(url + offset).catch(() => ({ status: 0, text: () => '' }));
        await answer.text();
        statuses.push(answer.status);
      }
      parentPort.postMessage(statuses);
    })();`;
  const worker = new Worker(program, { eval: true, execArgv: [], workerData: { url: url + path, forMs } });
  return new Promise((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}

describe('the API of npm start', () => {
  it('answers while the main thread does nothing but compute', async () => {
    const asked = askMeanwhile('/api/v3/transactions?limit=3&offset=', BLOCKED_MS - 2_000);
    const endMs = performance.now() + BLOCKED_MS;
    // Nothing else of this thread runs meanwhile.
    while (performance.now() < endMs);
    const statuses = await asked;
    expect(statuses.length).toBeGreaterThanOrEqual(3);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('shows the metrics of both threads, and writes its log in the main one', async () => {
    metrics.gauge('tonriver_test_of_main', 'Known in the main thread alone').set(5);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain('\ntonriver_test_of_main 5\n');
    expect(text).toContain(`\ntonriver_api_watermark_seqno ${ROUNDS}\n`);
    expect(text).toMatch(/\nprocess_resident_memory_bytes \d+\n/);
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(lines).toContainEqual({ text: 'The API listens', component: 'api-gateway' });
  });

  it('is live and ready, and says so of both threads', async () => {
    for (const path of ['/live', '/ready']) {
      const answer = await fetch(url + path);
      expect([answer.status, await answer.json()]).toEqual([200, {}]);
    }
  });

  it('gets results, and errors by their class, from the executor in the main thread', async () => {
    const post = async (path: string, words: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(words) });
      return { status: answer.status, json: (await answer.json()) as unknown };
    };
    // An account that nobody has used has no code.
    const address = `0:${'AB'.repeat(32)}`;
    const answer = await post('/api/v3/runGetMethod', { address, method: 'seqno', stack: [] });
    expect(answer).toMatchObject({ status: 200, json: { exit_code: -13 } });
    const refused = await post('/toncenter/api/v2/runGetMethod', { address, method: 'seqno', stack: [], seqno: 99 });
    const error = expect.stringContaining('LITE_SERVER_NOTREADY: seqno not in db: masterchain block 99 is not indexed');
    expect(refused).toMatchObject({ json: { ok: false, error } });
  });
});
