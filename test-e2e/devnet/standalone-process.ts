import { eventually, freePort } from '@tonriver/testing';
import { NodeProcess } from '../distributed/node-process.ts';

/** `npm start` without a source: the devnet, its index and its API in one process. */
export interface StandaloneProcess {
  readonly url: string;
  readonly process: NodeProcess;
  get(path: string): Promise<TestAnswer>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** Waits until a transaction is served by the hash of a message, and returns after how many milliseconds it was. */
  untilServed(messageHash: string): Promise<number>;
  /** Waits until a round is served. */
  untilRound(seqno: number): Promise<void>;
  /** Waits until it is known what traces did. Before that, a browser complains about the answer 503. */
  untilActions(): Promise<void>;
}

interface TestAnswer {
  readonly status: number;
  // The shape is the test's business: it asserts on what it looks at.
  readonly json: Record<string, never> & Record<string, unknown>;
}

const LOOK_AGAIN_MS = 20;

/**
 * @param words further options of the command line
 * @param readyPath answers 200 when it has started; one that makes rounds only when it is told to has none then
 */
export async function startStandaloneProcess(
  dataDirectory: string,
  words: readonly string[] = [],
  readyPath = '/api/v3/masterchainInfo',
): Promise<StandaloneProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const places = ['--data-dir', dataDirectory, '--port', String(port), '--clickhouse-port', '0'];
  const process = new NodeProcess({
    name: 'standalone',
    file: 'services/standalone/src/main.ts',
    words: [...places, ...words],
    readyUrl: url + readyPath,
  });
  await process.start();
  const answerOf = async (response: Response): Promise<TestAnswer> => {
    return { status: response.status, json: (await response.json()) as TestAnswer['json'] };
  };
  const get = async (path: string): Promise<TestAnswer> => await answerOf(await fetch(url + path));
  return {
    url,
    process,
    get,
    post: async (path, body, headers = {}) =>
      await answerOf(await fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers })),
    async untilServed(messageHash) {
      const startedMs = performance.now();
      const path = `/api/v3/transactionsByMessage?msg_hash=${encodeURIComponent(messageHash)}`;
      const isServed = async (): Promise<boolean> => {
        const { transactions = [] } = (await get(path)).json as { readonly transactions?: readonly unknown[] };
        return transactions.length > 0;
      };
      await eventually(isServed, { timeoutMs: 60_000, intervalMs: LOOK_AGAIN_MS });
      return performance.now() - startedMs;
    },
    async untilRound(seqno) {
      const isServed = async (): Promise<boolean> => {
        const { last } = (await get('/api/v3/masterchainInfo')).json as { readonly last?: { readonly seqno: number } };
        return last !== undefined && last.seqno >= seqno;
      };
      await eventually(isServed, { timeoutMs: 120_000 });
    },
    async untilActions() {
      const isServed = async (): Promise<boolean> => (await get('/api/v3/actions?limit=1')).status === 200;
      await eventually(isServed, { timeoutMs: 120_000, intervalMs: 500 });
    },
  };
}
