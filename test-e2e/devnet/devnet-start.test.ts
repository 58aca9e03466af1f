import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from './standalone-process.ts';

const folder = temporaryDirectory();
const dataDirectory = join(folder.path, 'data');
let standalone: StandaloneProcess;
beforeAll(async () => {
  standalone = await startStandaloneProcess(dataDirectory);
}, 300_000);
afterAll(async () => {
  await standalone?.process.stop();
  folder.remove();
}, 60_000);

const ADDRESS = `0:${'5A'.repeat(32)}`;
const GIFTS = 5;
/** On a quiet machine it is below two seconds: `devnet-latency.long.test.ts`. Here others may use the processors. */
const SERVED_MS_MAX = 40_000;

async function give(): Promise<string> {
  const { status, json } = await standalone.post('/devnet/faucet', { address: ADDRESS, amount: 1.5 });
  expect([status, json]).toEqual([200, { message_hash: expect.any(String), message_hash_norm: expect.any(String) }]);
  return String(json['message_hash_norm']);
}

/** Runs the command until it ends, which it does when its directory is refused. */
function refusalOf(...words: readonly string[]): string {
  const program = ['scripts/run.mjs', 'services/standalone/src/main.ts', '--port', '0', '--clickhouse-port', '0'];
  const options = { cwd: repositoryRoot, encoding: 'utf8', timeout: 120_000 } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...program, '--data-dir', dataDirectory, ...words],
    options,
  );
  expect(status).toBe(1);
  return stdout + stderr;
}

describe('npm start without a source', () => {
  it('serves what the faucet sent', async () => {
    const times: number[] = [];
    for (let gift = 0; gift < GIFTS; gift++) times.push(await standalone.untilServed(await give()));
    expect(Math.max(...times)).toBeLessThan(SERVED_MS_MAX);
    const hash = encodeURIComponent(await give());
    const message = await standalone.get(`/devnet/messages?hash=${hash}`);
    expect([message.status, message.json]).toMatchObject([200, { state: expect.stringMatching(/queued|mined/) }]);
  }, 300_000);

  it('lets the operator in from this machine alone, and no page of another site', async () => {
    expect((await standalone.get('/devnet/status')).status).toBe(200);
    const foreign = await standalone.post('/devnet/faucet', { address: ADDRESS }, { origin: 'https://example.org' });
    expect([foreign.status, foreign.json]).toMatchObject([403, { error: expect.stringContaining('another site') }]);
    const response = await fetch(`${standalone.url}/devnet/status`);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers a message that no contract accepts with the reason, in both dialects', async () => {
    const boc = 'te6cckEBAQEAJQAARYgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEuN2rAw==';
    for (const path of ['/api/v3/message', '/toncenter/api/v3/message', '/toncenter/api/v2/sendBoc']) {
      const { status, json } = await standalone.post(path, { boc }, { 'content-type': 'application/json' });
      const error = expect.stringContaining('cannot apply external message to current state');
      expect([path, status, json]).toMatchObject([path, 500, { code: 500, error }]);
    }
  });

  it('goes on with its chain after it was stopped, and after it was killed', async () => {
    const before = await lastSeqno();
    await standalone.process.stop();
    expect(refusalOf('--source', 'built')).toContain('holds a devnet');
    expect(refusalOf('--seed', 'another')).toMatch(/seed tonriver instead of another.*--reset/);
    expect(refusalOf('--reset')).toContain('--yes');
    standalone = await startStandaloneProcess(dataDirectory);
    expect(await lastSeqno()).toBeGreaterThanOrEqual(before);
    const hash = await give();
    await standalone.process.kill9();
    await standalone.process.start();
    expect(await standalone.untilServed(hash)).toBeLessThan(SERVED_MS_MAX);
  }, 400_000);
});

async function lastSeqno(): Promise<number> {
  const { json } = await standalone.get('/api/v3/masterchainInfo');
  const { last } = json as { readonly last?: { readonly seqno: number } };
  return last?.seqno ?? 0;
}

it('a reset begins a new chain with a new index', async () => {
  const before = await lastSeqno();
  await standalone.process.stop();
  standalone = await startStandaloneProcess(dataDirectory, ['--seed', 'another', '--reset', '--yes']);
  expect(await lastSeqno()).toBeLessThan(before);
  const { json } = await standalone.get('/api/v3/masterchainInfo');
  expect(json).toMatchObject({ first: { seqno: 1 } });
}, 300_000);
