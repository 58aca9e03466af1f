import { freePort, type TestKafka, type TestRedis, temporaryDirectory } from '@tonriver/testing';
import { type Chain, zeroStateText } from './chain.ts';
import { NodeProcess, type NodeProgram, runAndKill, runToEnd } from './node-process.ts';

/** The servers that a deployment needs; deployments of several networks may share them. */
export interface Servers {
  readonly kafka: TestKafka;
  readonly redis: TestRedis;
  readonly clickHouseUrl: string;
}

export interface DistributedForm {
  readonly apiUrl: string;
  /** Two of them, which share the partitions. */
  readonly parsers: readonly NodeProcess[];
  readonly traceAssembler: NodeProcess;
  readonly stateResolver: NodeProcess;
  readonly executor: NodeProcess;
  readonly apiGateway: NodeProcess;
  /** Publishes the archive up to a round, killed with signal 9 after so long if it has not ended by then. */
  fetchAndKill(to: number, afterMs: number): Promise<void>;
  /** Publishes the archive up to a round (or to its end) in a process of its own, and waits for it. */
  fetch(to?: number): Promise<void>;
  /** Parses rounds again that the log still has, in a process of its own, and waits for it. */
  reparse(...words: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** ClickHouse by URL, on a machine without a server. */
export interface ClickHouseServer {
  readonly url: string;
  readonly process: NodeProcess;
  stop(): Promise<void>;
}

/** The engine behind ClickHouse's HTTP interface, in a process of its own. */
export async function startClickHouse(): Promise<ClickHouseServer> {
  const [folder, port] = [temporaryDirectory(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const server = new NodeProcess({
    name: 'clickhouse-http',
    file: 'services/clickhouse-http/src/main.ts',
    environment: { CLICKHOUSE_DIRECTORY: folder.path, CLICKHOUSE_HTTP_PORT: String(port) },
    readyUrl: `${url}/ping`,
  });
  await server.start();
  return {
    url,
    process: server,
    async stop() {
      await server.stop();
      folder.remove();
    },
  };
}

/** Every service of a network as a process of its own; nothing is fetched yet. */
export async function startDistributedForm(chain: Chain, servers: Servers): Promise<DistributedForm> {
  const environment = {
    NETWORK: chain.network.name,
    GLOBAL_ID: String(chain.network.globalId),
    ZERO_STATE: zeroStateText(chain),
    KAFKA_BROKERS: servers.kafka.brokers.join(','),
    CLICKHOUSE_URL: servers.clickHouseUrl,
    REDIS_URL: servers.redis.url,
    RAW_PARTITIONS: '4',
  };
  const service = async (name: string, own: Readonly<Record<string, string>> = {}): Promise<NodeProcess> => {
    const port = await freePort();
    return new NodeProcess({
      name,
      file: `services/${name}/src/main.ts`,
      environment: { ...environment, ...own, HTTP_PORT: String(port) },
      readyUrl: `http://127.0.0.1:${port}/ready`,
    });
  };
  await runToEnd({ name: 'migrate', file: 'packages/tools/migrate/src/main.ts', environment }, 60_000);
  const traceAssembler = await service('trace-assembler');
  const cells = temporaryDirectory();
  const stateResolver = await service('state-resolver', {
    CELLS_DIRECTORY: cells.path,
    INITIAL_STATES: chain.statesDirectory,
  });
  const parsers = [await service('parser'), await service('parser')];
  const executorPort = await freePort();
  const executorUrl = `http://127.0.0.1:${executorPort}`;
  const executor = new NodeProcess({
    name: 'get-method-executor',
    file: 'services/get-method-executor/src/main.ts',
    environment: { ...environment, HTTP_PORT: String(executorPort), TVM_WORKERS: '1' },
    readyUrl: `${executorUrl}/ready`,
  });
  const apiPort = await freePort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const apiGateway = new NodeProcess({
    name: 'api-gateway',
    file: 'services/api-gateway/src/main.ts',
    environment: { ...environment, HTTP_PORT: String(apiPort), GET_METHOD_EXECUTOR_URL: executorUrl },
    readyUrl: `${apiUrl}/live`,
  });
  const fetcher = (to?: number): NodeProgram => ({
    name: 'block-fetcher',
    file: 'services/block-fetcher/src/main.ts',
    environment: {
      ...environment,
      ARCHIVE_PATHS: chain.directory,
      HTTP_PORT: '0',
      ...(to === undefined ? {} : { TO: String(to) }),
    },
  });
  const processes = [traceAssembler, stateResolver, ...parsers, executor, apiGateway];
  await Promise.all(processes.map((process) => process.start()));
  return {
    apiUrl,
    parsers,
    traceAssembler,
    stateResolver,
    executor,
    apiGateway,
    fetchAndKill: (to, afterMs) => runAndKill(fetcher(to), afterMs),
    async fetch(to) {
      const output = await runToEnd(fetcher(to), 120_000);
      if (!output.includes('All rounds of the source are published')) throw new Error(`The fetcher failed:\n${output}`);
    },
    async reparse(...words) {
      const output = await runToEnd(
        { name: 'reparse', file: 'services/parser/src/reparse/main.ts', words, environment },
        120_000,
      );
      if (!output.includes('The rounds are parsed again')) throw new Error(`Parsing again failed:\n${output}`);
    },
    async stop() {
      await Promise.all(processes.map((process) => process.stop()));
      cells.remove();
    },
  };
}
