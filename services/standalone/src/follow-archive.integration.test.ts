import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { builtSource, eventually, freePort, temporaryDirectory } from '@tonriver/testing';

const ROUNDS = 8;
const folder = temporaryDirectory();
afterAll(() => folder.remove());

it('a standalone that follows an empty folder indexes files as they appear, waits for a late shard block, and continues after a stop', async () => {
  const { rounds, network } = builtSource({ seed: 'follow-archive', rounds: ROUNDS });
  const archive = join(folder.path, 'archive');
  mkdirSync(archive);
  let files = 0;
  const write = (blocks: (typeof rounds)[number]): void => {
    for (const { boc } of blocks) {
      const path = join(archive, `${(files += 1)}.boc`);
      writeFileSync(`${path}.part`, boc);
      renameSync(`${path}.part`, path);
    }
  };
  const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');
  const port = await freePort();
  let said = '';
  const start = () => {
    const options = ['--source', 'archive', '--path', archive, '--follow', '--data-dir', join(folder.path, 'data')];
    options.push('--network', 'grown', '--global-id', String(network.globalId));
    options.push('--zero-state', `${hex(network.zeroStateRootHash)}:${hex(network.zeroStateFileHash)}`);
    options.push('--port', String(port), '--clickhouse-port', '0', '--log-level', 'info');
    const program = ['--import', import.meta.resolve('@tonriver/strip-types'), join(import.meta.dirname, 'main.ts')];
    const child = spawn(process.execPath, [...program, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => {
      child.once('close', resolve);
    });
    return async (): Promise<number | null> => {
      child.kill('SIGTERM');
      return await ended;
    };
  };
  const lastSeqno = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v3/masterchainInfo`).catch(() => undefined);
    return ((await answer?.json()) as { readonly last?: { readonly seqno: number } } | undefined)?.last?.seqno ?? 0;
  };
  const until = (seqno: number) =>
    eventually(async () => (await lastSeqno()) === seqno, { timeoutMs: 200_000, intervalMs: 200 }).catch((cause) => {
      throw new Error(`Round ${seqno} is not served. The process said:\n${said.slice(-5000)}`, { cause });
    });

  const stop = start();
  let again: ReturnType<typeof start> | undefined;
  try {
    write(rounds.slice(0, 3).flat());
    await until(3);
    const [masterchain, ...shards] = rounds[3]!;
    write([masterchain!, ...rounds[4]!]);
    write(shards);
    await until(5);
    expect(await stop()).toBe(0);

    again = start();
    write(rounds.slice(5).flat());
    await until(ROUNDS);
    expect(readdirSync(archive).length).toBe(files);
  } finally {
    await stop();
    if (again !== undefined) expect(await again()).toBe(0);
  }
}, 600_000);
