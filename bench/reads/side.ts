import { join } from 'node:path';
import {
  eventually,
  freePort,
  nodeOptionsOfStart,
  startSupervised,
  type SupervisedProcess,
  type WrittenChain,
} from '@tonriver/testing';
import { cpuMsOfTree } from './process-tree.ts';

const INDEXED_MS_MAX = 60 * 60_000;
const READY_MS_MAX = 120_000;

export interface SideOptions {
  readonly name: string;
  /** The tree of files of the release. */
  readonly tree: string;
  readonly chain: WrittenChain;
  /** Of its own; it exists. */
  readonly directory: string;
}

/** One release with the options of its `npm start` and the loader of this release, with a data directory of its own. */
export class Side {
  readonly name: string;
  readonly #options: SideOptions;
  readonly #ports: { readonly api: number; readonly clickHouse: number };
  #running: SupervisedProcess | undefined;

  private constructor(options: SideOptions, ports: { readonly api: number; readonly clickHouse: number }) {
    this.name = options.name;
    this.#options = options;
    this.#ports = ports;
  }

  static async open(options: SideOptions): Promise<Side> {
    return new Side(options, { api: await freePort(), clickHouse: await freePort() });
  }

  get apiPort(): number {
    return this.#ports.api;
  }

  /** From its start until every round is visible and the states of all accounts are resolved. */
  async index(): Promise<{ readonly seconds: number; readonly cpuSeconds: number }> {
    const beganMs = performance.now();
    await this.#start();
    await this.#until(() => this.#isIndexed(), INDEXED_MS_MAX);
    await this.#until(() => this.#isResolved(), INDEXED_MS_MAX);
    return { seconds: (performance.now() - beganMs) / 1000, cpuSeconds: this.cpuMs() / 1000 };
  }

  /** Starts it again, so that nothing is in its memory. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#start();
    await this.#until(() => this.#isIndexed(), READY_MS_MAX);
    await this.#until(async () => (await this.query('SELECT 1')).length === 1, READY_MS_MAX);
  }

  /** Returns the processor time of all its processes since the last start, in ms. */
  cpuMs(): number {
    return this.#running === undefined ? 0 : cpuMsOfTree(this.#running.pid);
  }

  /** Returns the rows of a query as text. */
  async query(sql: string): Promise<readonly (readonly string[])[]> {
    const url = `http://127.0.0.1:${this.#ports.clickHouse}/?database=ton_${this.#options.chain.network.name}`;
    const answer = await fetch(url, { method: 'POST', body: sql });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${this.name} answered ${answer.status} to ${sql}: ${text}`);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
  }

  async stop(): Promise<void> {
    await this.#running?.end('SIGTERM', READY_MS_MAX);
    this.#running = undefined;
  }

  async #start(): Promise<void> {
    const { tree, directory } = this.#options;
    const typeScript = import.meta.resolve('@tonriver/strip-types');
    const file = join(tree, 'services/standalone/src/main.ts');
    const node = [process.execPath, ...nodeOptionsOfStart(tree), '--import', typeScript] as const;
    this.#running = await startSupervised({
      name: this.name,
      directory,
      command: [...node, file, ...this.#words()],
    });
  }

  /** The words of `npm start`. Every release since the first one knows these options. */
  #words(): readonly string[] {
    const { chain, directory } = this.#options;
    const { name, globalId, zeroStateRootHash, zeroStateFileHash } = chain.network;
    const options = {
      source: 'archive',
      path: chain.directory,
      'initial-state': chain.statesDirectory,
      'data-dir': join(directory, 'data'),
      port: this.#ports.api,
      'clickhouse-port': this.#ports.clickHouse,
      network: name,
      'global-id': globalId,
      'zero-state': [zeroStateRootHash, zeroStateFileHash].map((hash) => Buffer.from(hash).toString('hex')).join(':'),
    };
    return Object.entries(options).map(([option, value]) => `--${option}=${value}`);
  }

  async #until(condition: () => Promise<boolean>, timeoutMs: number): Promise<void> {
    await eventually(condition, { timeoutMs, intervalMs: 100 }).catch((cause: unknown) => {
      throw new Error(`${this.name} did not get there. It said:\n${this.#running?.output() ?? ''}`, { cause });
    });
  }

  async #isIndexed(): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.apiPort}/api/v3/masterchainInfo`);
    const { last } = (await answer.json()) as { readonly last?: { readonly seqno: number } };
    return last?.seqno === this.#options.chain.rounds;
  }

  async #isResolved(): Promise<boolean> {
    const [row] = await this.query('SELECT max(last_seqno) FROM state_progress');
    return Number(row?.[0]) >= this.#options.chain.rounds;
  }
}
