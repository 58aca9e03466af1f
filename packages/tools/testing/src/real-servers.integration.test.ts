import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describePart, eventually, startKafka, startRedis, type TestKafka, type TestRedis } from './index.ts';
import { temporaryDirectory } from './temporary-directory.ts';

function isListening(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address.includes('//') ? address : `tcp://${address}`);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.destroy());
  });
}

describePart('redis', 'startRedis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  it('listens, is gone after kill9, and is back at the same address after restart', async () => {
    expect(await isListening(redis.url)).toBe(true);
    await redis.kill9();
    expect(await isListening(redis.url)).toBe(false);
    await redis.restart();
    expect(await isListening(redis.url)).toBe(true);
    await redis.restart();
    expect(await isListening(redis.url)).toBe(true);
  });

  it('dies with the process that started it, even when that is killed with SIGKILL', async () => {
    const folder = temporaryDirectory();
    const file = join(folder.path, 'starter.mjs');
    const source = `
      const { startRedis } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
      console.log((await startRedis()).url);
      setInterval(() => {}, 1000);
    `;
    writeFileSync(file, source);
    const starter = spawn(process.execPath, ['--import', import.meta.resolve('@tonriver/strip-types'), file], {
      env: { ...process.env, TMPDIR: folder.path },
    });
    const [line] = (await once(starter.stdout, 'data')) as [Buffer];
    const url = line.toString().trim();
    expect(await isListening(url)).toBe(true);

    starter.kill('SIGKILL');

    await eventually(async () => !(await isListening(url)), { timeoutMs: 5_000 });
    folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  });
});

describePart('kafka', 'startKafka', () => {
  let kafka: TestKafka;
  beforeAll(async () => {
    kafka = await startKafka();
  });
  afterAll(() => kafka.stop());

  it('listens, is gone after kill9, and is back at the same address after restart', async () => {
    const [broker = ''] = kafka.brokers;
    expect(await isListening(broker)).toBe(true);
    await kafka.kill9();
    expect(await isListening(broker)).toBe(false);
    await kafka.restart();
    expect(await isListening(broker)).toBe(true);
  });
});
