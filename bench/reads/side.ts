import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually, freePort, startSupervised, type SupervisedProcess, type WrittenChain } from '@tonriver/testing';
import { cpuMsOfTree } from './process-tree.ts';

const INDEXED_MS_MAX = 60 * 60_000;
const READY_MS_MAX = 120_000;

/** One release as `npm start` runs it, with a data directory of its own. */
export interface Side {
  readonly name: string;
  readonly apiPort: number;
  /** From its start until every round is visible and the states of all accounts are resolved. */
  index(): Promise<{ readonly seconds: number; readonly cpuSeconds: number }>;
  /** Starts it again, so that nothing is in its memory. */
  restart(): Promise<void>;
  /** Processor time of all its processes since the last start, in ms. */
  cpuMs(): number;
  query(sql: string): Promise<readonly (readonly string[])[]>;
  stop(): Promise<void>;
}

export interface SideOptions {
  readonly name: string;
  /** The tree of files of the release. */
  readonly tree: string;
  readonly chain: WrittenChain;
  readonly directory: string;
}

export async function openSide({ name, tree, chain, directory }: SideOptions): Promise<Side> {
  const [apiPort, clickHousePort] = [await freePort(), await freePort()];
  const { network } = chain;
  const zeroState = [network.zeroStateRootHash, network.zeroStateFileHash].map((hash) =>
    Buffer.from(hash).toString('hex'),
  );
  const options = {
    source: 'archive',
    path: chain.directory,
    'initial-state': chain.statesDirectory,
    'data-dir': join(directory, 'data'),
    port: apiPort,
    'clickhouse-port': clickHousePort,
    network: network.name,
    'global-id': network.globalId,
    'zero-state': zeroState.join(':'),
  };
  const words = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
  let running: SupervisedProcess | undefined;

  const start = async (): Promise<SupervisedProcess> => {
    const typeScript = pathToFileURL(createRequire(join(tree, 'package.json')).resolve('tsx')).href;
    const file = join(tree, 'services/standalone/src/main.ts');
    const command: [string, ...string[]] = [
      process.execPath,
      '--max-semi-space-size=32',
      '--import',
      typeScript,
      file,
      ...words,
    ];
    return await startSupervised({ name, directory, command });
  };
  const until = async (condition: () => Promise<boolean>, timeoutMs: number): Promise<void> => {
    await eventually(condition, { timeoutMs, intervalMs: 100 }).catch((cause: unknown) => {
      throw new Error(`${name} did not get there. It said:\n${running?.output() ?? ''}`, { cause });
    });
  };
  const isIndexed = async (): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${apiPort}/api/v3/masterchainInfo`);
    const { last } = (await answer.json()) as { readonly last?: { readonly seqno: number } };
    return last?.seqno === chain.rounds;
  };
  const query = async (sql: string): Promise<readonly (readonly string[])[]> => {
    const url = `http://127.0.0.1:${clickHousePort}/?database=ton_${network.name}`;
    const answer = await fetch(url, { method: 'POST', body: sql });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status} to ${sql}: ${text}`);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
  };
  const isResolved = async (): Promise<boolean> => {
    const [row] = await query('SELECT max(last_seqno) FROM state_progress');
    return Number(row?.[0]) >= chain.rounds;
  };
  const stop = async (): Promise<void> => {
    await running?.end('SIGTERM', READY_MS_MAX);
    running = undefined;
  };
  return {
    name,
    apiPort,
    async index() {
      const beganMs = performance.now();
      running = await start();
      await until(isIndexed, INDEXED_MS_MAX);
      await until(isResolved, INDEXED_MS_MAX);
      return { seconds: (performance.now() - beganMs) / 1000, cpuSeconds: cpuMsOfTree(running.pid) / 1000 };
    },
    async restart() {
      await stop();
      running = await start();
      await until(isIndexed, READY_MS_MAX);
      await until(async () => (await query('SELECT 1')).length === 1, READY_MS_MAX);
    },
    cpuMs: () => (running === undefined ? 0 : cpuMsOfTree(running.pid)),
    query,
    stop,
  };
}
