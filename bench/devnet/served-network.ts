import { join } from 'node:path';
import { writeBag } from '@tonriver/boc';
import type { Wallet } from '@tonriver/devnet-chain';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { eventually, freePort, nodeOptionsOfStart, repositoryRoot, startSupervised } from '@tonriver/testing';
import { cpuMsOfTree } from '../reads/process-tree.ts';

export interface ServedNetworkOptions {
  /** For the chain and its index. */
  readonly directory: string;
  readonly wallets: number;
  readonly shards: number;
}

/** A local chain with its index and its API in one process of its own, as `npm start` runs them. */
export interface ServedNetwork {
  readonly url: string;
  readonly wallets: readonly Wallet[];
  /** Sends a message of a wallet. Returns its hash, base64; undefined when it was not taken. */
  send(wallet: Wallet, order: Omit<Parameters<Wallet['transfer']>[0], 'validUntil'>): Promise<string | undefined>;
  get(path: string): Promise<{ readonly status: number; readonly json: Readonly<Record<string, unknown>> }>;
  /** The values of metrics that have no labels, in their order. */
  metrics(names: readonly string[]): Promise<readonly number[]>;
  /** Rows of a query to its tables, as text. */
  query(sql: string): Promise<readonly (readonly string[])[]>;
  /** Processor time since its start, ms. */
  cpuMs(): number;
  stop(): Promise<void>;
}

const SEED = 'load';
const DATABASE = 'ton_devnet';
const READY_MS_MAX = 120_000;
const VALID_SECONDS = 3_600;

/** Starts it, and waits until rounds are served. */
export async function startServedNetwork({
  directory,
  wallets: count,
  shards,
}: ServedNetworkOptions): Promise<ServedNetwork> {
  const [port, clickHousePort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const typeScript = import.meta.resolve('@tonriver/strip-types');
  const file = join(repositoryRoot, 'services/standalone/src/main.ts');
  const words = Object.entries({
    'data-dir': directory,
    port,
    'clickhouse-port': clickHousePort,
    seed: SEED,
    wallets: count,
    'shards-min': shards,
  }).map(([name, value]) => `--${name}=${value}`);
  const running = await startSupervised({
    name: 'standalone',
    directory,
    command: [process.execPath, ...nodeOptionsOfStart(), '--import', typeScript, file, '--no-idle', ...words],
  });
  const get: ServedNetwork['get'] = async (path) => {
    const response = await fetch(url + path);
    return { status: response.status, json: (await response.json()) as Readonly<Record<string, unknown>> };
  };
  const query: ServedNetwork['query'] = async (sql) => {
    const address = `http://127.0.0.1:${clickHousePort}/?database=${DATABASE}`;
    const response = await fetch(address, { method: 'POST', body: sql });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${sql}: ${text}`);
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => line.split('\t'));
  };
  // The last that is there of a round is what its traces do.
  const isReady = async (): Promise<boolean> => (await get('/api/v3/actions?limit=1')).status === 200;
  await eventually(isReady, { timeoutMs: READY_MS_MAX, intervalMs: 200 }).catch((cause: unknown) => {
    throw new Error(`The network does not start. It said:\n${running.output()}`, { cause });
  });
  return {
    url,
    wallets: Array.from({ length: count }, (_, index) => createWallet(`${SEED}/wallet/${index}`)),
    async send(wallet, order) {
      const validUntil = Math.floor(Date.now() / 1_000) + VALID_SECONDS;
      const boc = Buffer.from(writeBag([wallet.transfer({ ...order, validUntil })])).toString('base64');
      const response = await fetch(`${url}/api/v3/message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ boc }),
      });
      return ((await response.json()) as { readonly message_hash?: string }).message_hash;
    },
    get,
    async metrics(names) {
      const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
      return names.map((name) => {
        const line = lines.find((one) => one.startsWith(`${name} `));
        if (line === undefined) throw new Error(`There is no metric ${name}`);
        return Number(line.slice(name.length));
      });
    },
    query,
    cpuMs: () => cpuMsOfTree(running.pid),
    stop: () => running.end('SIGTERM', READY_MS_MAX),
  };
}
