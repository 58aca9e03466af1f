import { freePort, type TestKafka, type TestRedis } from '@tonriver/testing';
import { type Chain, zeroStateText } from '../distributed/chain.ts';
import type { BuiltImages } from './built-images.ts';
import { CONFINED, type Container, startContainer } from './container.ts';
import type { ContainerStorage } from './container-storage.ts';

/** Every program of the distributed form, each in a container, beside servers of this machine. */
export interface Deployment {
  readonly clickHouseUrl: string;
  readonly apiUrl: string;
  /** Name of a service → its container. */
  readonly services: ReadonlyMap<string, Container>;
  /** Where a service says that it is ready. */
  readyUrl(service: string): string;
}

export interface DeploymentParts {
  readonly storage: ContainerStorage;
  readonly images: BuiltImages;
  readonly kafka: TestKafka;
  readonly redis: TestRedis;
  readonly chain: Chain;
}

/**
 * Starts ClickHouse's interface over the embedded engine, migrates, and starts every service; resolves when all are
 * ready. Containers use the network of this machine, so that each gets a port of its own.
 */
export async function startDeployment(parts: DeploymentParts): Promise<Deployment> {
  const { storage, images, kafka, redis, chain } = parts;
  const services = new Map<string, Container>();
  const ports = new Map<string, number>();
  const [clickHousePort, executorPort] = [await freePort(), await freePort()];
  const clickHouseUrl = `http://127.0.0.1:${clickHousePort}`;
  const network = {
    NETWORK: chain.network.name,
    GLOBAL_ID: String(chain.network.globalId),
    ZERO_STATE: zeroStateText(chain),
  };
  const store = { CLICKHOUSE_URL: clickHouseUrl };
  const log = { ...network, ...store, KAFKA_BROKERS: kafka.brokers.join(','), RAW_PARTITIONS: '4' };
  const pending = { PENDING_REDIS_URL: redis.url };
  const api = { NETWORK: chain.network.name, ...store, REDIS_URL: redis.url };
  const readyUrl = (service: string): string => `http://127.0.0.1:${ports.get(service)}/ready`;
  const run = (
    service: string,
    environment: Readonly<Record<string, string>>,
    { image = images.services, mounts = [] as readonly string[] } = {},
  ): Promise<Container> => {
    const options = [...CONFINED, ...mounts.flatMap((mount) => ['--volume', mount])];
    return startContainer(storage, { name: service, image, words: [service], environment, options });
  };
  const serve = async (
    service: string,
    environment: Readonly<Record<string, string>>,
    { port, mounts = [] }: { readonly port?: number; readonly mounts?: readonly string[] } = {},
  ): Promise<void> => {
    ports.set(service, port ?? (await freePort()));
    const settings = { ...environment, HTTP_PORT: String(ports.get(service)) };
    services.set(service, await run(service, settings, { mounts }));
  };

  const engine = { CLICKHOUSE_DIRECTORY: '/data/clickhouse', CLICKHOUSE_HTTP_PORT: String(clickHousePort) };
  const clickHouse = await run('clickhouse-http', engine, { image: images.engine });
  services.set('clickhouse-http', clickHouse);
  await clickHouse.untilAnswers(`${clickHouseUrl}/ping`);
  const migrate = await run('migrate', { NETWORK: chain.network.name, ...store });
  if ((await migrate.ended()) !== 0) throw new Error(`migrate failed:\n${await migrate.output()}`);

  const executor = { GET_METHOD_EXECUTOR_URL: `http://127.0.0.1:${executorPort}` };
  const archive = { ARCHIVE_PATHS: '/archive', EXIT_WHEN_DONE: 'false' };
  const states = { CELLS_DIRECTORY: '/data/cells', INITIAL_STATES: '/states' };
  await Promise.all([
    serve('block-fetcher', { ...log, ...archive }, { mounts: [`${chain.directory}:/archive:ro`] }),
    serve('parser', log),
    serve('trace-assembler', log),
    serve('state-resolver', { ...log, ...states }, { mounts: [`${chain.statesDirectory}:/states:ro`] }),
    serve('interface-detector', log),
    serve('action-classifier', log),
    serve('get-method-executor', { ...api, TVM_WORKERS: '1' }, { port: executorPort }),
    serve('message-emulator', { ...log, ...pending, ...executor }),
    serve('api-gateway', { ...api, ...pending, ...executor }),
  ]);
  await Promise.all([...ports.keys()].map((service) => services.get(service)!.untilAnswers(readyUrl(service))));
  return { clickHouseUrl, apiUrl: new URL(readyUrl('api-gateway')).origin, services, readyUrl };
}
