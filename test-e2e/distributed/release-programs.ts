import { freePort, type TestKafka, type TestRedis } from '@tonriver/testing';
import { type Chain, zeroStateText } from './chain.ts';
import { NodeProcess, type NodeProgram, runToEnd } from './node-process.ts';

/** The servers that a deployment needs; deployments of several networks may share them. */
export interface Servers {
  readonly kafka: TestKafka;
  readonly redis: TestRedis;
  readonly clickHouseUrl: string;
}

/** The programs of one release, set up for a network. A service that is returned is not started yet. */
export interface ReleasePrograms {
  /** Runs to its end. */
  migrate(): Promise<void>;
  parser(): Promise<NodeProcess>;
  traceAssembler(): Promise<NodeProcess>;
  stateResolver(cellsDirectory: string): Promise<NodeProcess>;
  /** On a port that the gateways know. */
  executor(port: number): Promise<NodeProcess>;
  apiGateway(executorUrl: string): Promise<NodeProcess>;
  /** Publishes the archive up to a round, or to its end. */
  fetcher(to?: number): NodeProgram;
  /** Runs the fetcher to its end. */
  fetch(to?: number): Promise<void>;
  /** Parses rounds again that the log still has, and waits for it. */
  reparse(...words: readonly string[]): Promise<void>;
}

const RUN_MS_MAX = 300_000;

/** @param root the tree of the release; default: this one */
export function releasePrograms(chain: Chain, servers: Servers, root?: string): ReleasePrograms {
  const environment = {
    NETWORK: chain.network.name,
    GLOBAL_ID: String(chain.network.globalId),
    ZERO_STATE: zeroStateText(chain),
    KAFKA_BROKERS: servers.kafka.brokers.join(','),
    CLICKHOUSE_URL: servers.clickHouseUrl,
    REDIS_URL: servers.redis.url,
    RAW_PARTITIONS: '4',
  };
  const program = (name: string, file: string, own: Readonly<Record<string, string>> = {}): NodeProgram => ({
    name,
    file,
    environment: { ...environment, ...own },
    ...(root === undefined ? {} : { root }),
  });
  const service = async (
    name: string,
    own: Readonly<Record<string, string>> = {},
    { port, readyPath = '/ready' }: { readonly port?: number; readonly readyPath?: string } = {},
  ): Promise<NodeProcess> => {
    const taken = port ?? (await freePort());
    return new NodeProcess({
      ...program(name, `services/${name}/src/main.ts`, { ...own, HTTP_PORT: String(taken) }),
      readyUrl: `http://127.0.0.1:${taken}${readyPath}`,
    });
  };
  const runAndExpect = async (run: NodeProgram, said: string): Promise<void> => {
    const output = await runToEnd(run, RUN_MS_MAX);
    if (!output.includes(said)) throw new Error(`${run.name} did not say "${said}":\n${output}`);
  };
  const fetcher = (to?: number): NodeProgram =>
    program('block-fetcher', 'services/block-fetcher/src/main.ts', {
      ARCHIVE_PATHS: chain.directory,
      HTTP_PORT: '0',
      ...(to === undefined ? {} : { TO: String(to) }),
    });
  return {
    migrate: () => runAndExpect(program('migrate', 'packages/tools/migrate/src/main.ts'), 'The database '),
    parser: () => service('parser'),
    traceAssembler: () => service('trace-assembler'),
    stateResolver: (cellsDirectory) =>
      service('state-resolver', { CELLS_DIRECTORY: cellsDirectory, INITIAL_STATES: chain.statesDirectory }),
    executor: (port) => service('get-method-executor', { TVM_WORKERS: '1' }, { port }),
    apiGateway: (executorUrl) =>
      service('api-gateway', { GET_METHOD_EXECUTOR_URL: executorUrl }, { readyPath: '/live' }),
    fetcher,
    fetch: (to) => runAndExpect(fetcher(to), 'All rounds of the source are published'),
    reparse: (...words) =>
      runAndExpect(
        { ...program('reparse', 'services/parser/src/reparse/main.ts'), words },
        'The rounds are parsed again',
      ),
  };
}
