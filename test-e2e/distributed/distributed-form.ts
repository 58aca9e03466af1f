import { freePort, temporaryDirectory } from '@tonriver/testing';
import type { Chain } from './chain.ts';
import { NodeProcess, runAndKill } from './node-process.ts';
import { releasePrograms, type Servers } from './release-programs.ts';

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
  const programs = releasePrograms(chain, servers);
  await programs.migrate();
  const cells = temporaryDirectory();
  const traceAssembler = await programs.traceAssembler();
  const stateResolver = await programs.stateResolver(cells.path);
  const parsers = [await programs.parser(), await programs.parser()];
  const executor = await programs.executor(await freePort());
  const apiGateway = await programs.apiGateway(executor.url);
  const processes = [traceAssembler, stateResolver, ...parsers, executor, apiGateway];
  await Promise.all(processes.map((process) => process.start()));
  return {
    apiUrl: apiGateway.url,
    parsers,
    traceAssembler,
    stateResolver,
    executor,
    apiGateway,
    fetchAndKill: (to, afterMs) => runAndKill(programs.fetcher(to), afterMs),
    fetch: (to) => programs.fetch(to),
    reparse: (...words) => programs.reparse(...words),
    async stop() {
      await Promise.all(processes.map((process) => process.stop()));
      cells.remove();
    },
  };
}
