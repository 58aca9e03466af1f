import { join } from 'node:path';
import { eventually, freePort, temporaryDirectory } from '@tonriver/testing';
import { NodeProcess } from '../distributed/node-process.ts';
import { untilIndexed } from '../distributed/until-indexed.ts';
import { type Balancer, type ServicePorts, startBalancer } from './balancer.ts';
import { type LoadRequest, startLoad } from './load.ts';

const ROUNDS = 12;
const CLIENTS = 12;
const NETWORK = 'built';

export interface RollingRestartOutcome {
  readonly asked: number;
  readonly lost: readonly string[];
}

/**
 * Two gateways and two executors over one store, each pair behind a balancer, under load. They are restarted one after
 * the other, `restarts` times each. One of each pair has its health on a port of its own.
 */
export async function rollingRestart(
  restarts: number,
  say: (text: string) => void = () => undefined,
): Promise<RollingRestartOutcome> {
  const folder = temporaryDirectory();
  const ends: (() => Promise<void> | void)[] = [() => folder.remove()];
  const start = async (process: NodeProcess): Promise<NodeProcess> => {
    ends.push(() => process.stop());
    await process.start();
    return process;
  };
  try {
    await fill(folder.path);
    const storePort = await freePort();
    await start(
      new NodeProcess({
        name: 'clickhouse-http',
        file: 'services/clickhouse-http/src/main.ts',
        environment: {
          NETWORK,
          CLICKHOUSE_DIRECTORY: join(folder.path, 'clickhouse'),
          CLICKHOUSE_HTTP_PORT: String(storePort),
        },
        readyUrl: `http://127.0.0.1:${storePort}/ping`,
      }),
    );
    const environment = { NETWORK, CLICKHOUSE_URL: `http://127.0.0.1:${storePort}`, TVM_WORKERS: '1' };
    const pair = async (name: string, own: Readonly<Record<string, string>>): Promise<[NodeProcess[], Balancer]> => {
      const [port, apart, healthPort] = [await freePort(), await freePort(), await freePort()];
      const ports: readonly ServicePorts[] = [
        { port, healthPort: port },
        { port: apart, healthPort },
      ];
      const processes = ports.map(
        (of) =>
          new NodeProcess({
            name,
            file: `services/${name}/src/main.ts`,
            environment: { ...environment, ...own, ...portSettings(of) },
            readyUrl: `http://127.0.0.1:${of.healthPort}/ready`,
          }),
      );
      await Promise.all(processes.map(start));
      const balancer = await startBalancer(ports);
      ends.push(() => balancer.stop());
      return [processes, balancer];
    };
    const [executors, executorBalancer] = await pair('get-method-executor', {});
    const [gateways, balancer] = await pair('api-gateway', { GET_METHOD_EXECUTOR_URL: executorBalancer.url });
    const load = startLoad(balancer.port, await sampleRequests(balancer.url), CLIENTS);
    ends.push(() => load.stop());
    for (let count = 1; count <= restarts; count += 1) {
      for (const which of [0, 1]) {
        // A gateway and an executor at a time: the other of each takes over.
        await Promise.all([gateways[which]?.restart(), executors[which]?.restart()]);
        const areBack = (): boolean => balancer.readyCount() === 2 && executorBalancer.readyCount() === 2;
        await eventually(areBack, { timeoutMs: 30_000, intervalMs: 50 });
      }
      say(
        `restart ${count} of ${restarts}: ${load.asked} requests, ${load.lost.length} lost ${[...load.lost, ...executorBalancer.failures].slice(0, 3).join('; ')}`,
      );
    }
    await load.stop();
    const lost = [...load.lost, ...balancer.failures, ...executorBalancer.failures];
    return { asked: load.asked, lost };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

function portSettings({ port, healthPort }: ServicePorts): Readonly<Record<string, string>> {
  return { HTTP_PORT: String(port), ...(healthPort === port ? {} : { HTTP_HEALTH_PORT: String(healthPort) }) };
}

/** The tables of a chain, made by the standalone process. */
async function fill(dataDirectory: string): Promise<void> {
  const [port, clickHousePort] = [await freePort(), await freePort()];
  const options = {
    source: 'built',
    'built-rounds': ROUNDS,
    'data-dir': dataDirectory,
    port,
    'clickhouse-port': clickHousePort,
  };
  const url = `http://127.0.0.1:${port}`;
  const standalone = new NodeProcess({
    name: 'standalone',
    file: 'services/standalone/src/main.ts',
    words: Object.entries(options).map(([option, value]) => `--${option}=${value}`),
    readyUrl: `${url}/live`,
  });
  await standalone.start();
  try {
    await untilIndexed(url, ROUNDS, 120_000);
  } finally {
    await standalone.stop();
  }
}

interface AnsweredTransaction {
  readonly account: string;
  readonly in_msg: { readonly hash: string } | null;
}

/** Transactions of the newest round. Services that are ready must answer the first question, and why not is said. */
async function readTransactions(url: string): Promise<readonly AnsweredTransaction[]> {
  const response = await fetch(`${url}/api/v3/masterchainBlockShards?seqno=${ROUNDS}&limit=10`);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The first question was answered with ${response.status}: ${text}`);
  return (JSON.parse(text) as { readonly transactions: readonly AnsweredTransaction[] }).transactions;
}

/** Requests of every kind that are answered with 200 over this chain. */
async function sampleRequests(url: string): Promise<readonly LoadRequest[]> {
  const transactions = await readTransactions(url);
  const [transaction] = transactions.filter(({ in_msg: message }) => message !== null);
  const hash = encodeURIComponent(transaction?.in_msg?.hash ?? '');
  const stack = '[{"type":"num","value":"#"}]';
  return [
    { method: 'GET', path: '/api/v3/masterchainInfo' },
    { method: 'GET', path: `/toncenter/api/v3/transactionsByMessage?msg_hash=${hash}` },
    {
      method: 'POST',
      path: '/api/v3/decode',
      body: '{"opcodes":["0x0f8a7ea5"],"bodies":["te6cckEBAQEACwAAEgAAAABoZWxsb5oNank="]}',
    },
    {
      method: 'POST',
      path: '/api/v3/runGetMethod',
      body: `{"address":"${transaction?.account ?? ''}","method":"seqno","stack":${stack}}`,
    },
  ];
}
