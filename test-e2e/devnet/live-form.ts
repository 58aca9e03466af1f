import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type TestKafka, type TestRedis } from '@tonriver/testing';
import { NodeProcess, runToEnd } from '../distributed/node-process.ts';
import { GLOBAL_ID, type DevnetProcess } from './devnet-process.ts';

/** A devnet and every service that indexes it, each a process of its own. */
export interface LiveForm {
  readonly apiUrl: string;
  /** Of both gateways, the one of `apiUrl` first; they read the watermark at different times. */
  readonly apiUrls: readonly string[];
  readonly network: string;
  /** All but the devnet. */
  readonly services: readonly NodeProcess[];
  stop(): Promise<void>;
}

interface NetworkAnswer {
  readonly zero_states: readonly {
    readonly workchain: number;
    readonly root_hash: string;
    readonly file_hash: string;
  }[];
}

const NETWORK = 'devnet_live';
const MIGRATE_MS_MAX = 300_000;

/** Starts the services over a devnet that runs. */
export async function startLiveForm(
  devnet: DevnetProcess,
  directory: string,
  servers: { readonly kafka: TestKafka; readonly redis: TestRedis; readonly clickHouseUrl: string },
): Promise<LiveForm> {
  const { zero_states: zeroStates } = await devnet.get<NetworkAnswer>('/source/v1/network');
  const statesDirectory = join(directory, 'states');
  mkdirSync(statesDirectory);
  for (const { workchain } of zeroStates) {
    const response = await fetch(`${devnet.url}/source/v1/zero-states/${workchain}`);
    writeFileSync(join(statesDirectory, `${workchain}.boc`), Buffer.from(await response.arrayBuffer()));
  }
  const { root_hash: rootHash, file_hash: fileHash } = zeroStates[0]!;
  const environment = {
    NETWORK,
    GLOBAL_ID: String(GLOBAL_ID),
    ZERO_STATE: `${rootHash}:${fileHash}`,
    KAFKA_BROKERS: servers.kafka.brokers.join(','),
    CLICKHOUSE_URL: servers.clickHouseUrl,
    REDIS_URL: servers.redis.url,
    RAW_PARTITIONS: '4',
  };
  const service = async (
    name: string,
    own: Readonly<Record<string, string>> = {},
    readyPath = '/ready',
  ): Promise<NodeProcess> => {
    const port = await freePort();
    return new NodeProcess({
      name,
      file: `services/${name}/src/main.ts`,
      environment: { ...environment, ...own, HTTP_PORT: String(port) },
      readyUrl: `http://127.0.0.1:${port}${readyPath}`,
    });
  };
  const migrate = { name: 'migrate', file: 'packages/tools/migrate/src/main.ts', environment };
  const said = await runToEnd(migrate, MIGRATE_MS_MAX);
  if (!said.includes('The database ')) throw new Error(`migrate said:\n${said}`);
  const executor = await service('get-method-executor', { TVM_WORKERS: '1' });
  const emulation = { GET_METHOD_EXECUTOR_URL: executor.url, PENDING_REDIS_URL: servers.redis.url };
  const messages = { FOLLOW_MESSAGES: 'true', MESSAGE_TARGET: 'devnet', DEVNET_URL: devnet.url };
  const gatewayOf = (pollMs: number): Promise<NodeProcess> =>
    service('api-gateway', { ...emulation, ...messages, WATERMARK_POLL_MS: String(pollMs) }, '/live');
  const [gateway, second] = [await gatewayOf(200), await gatewayOf(250)];
  const cells = { CELLS_DIRECTORY: join(directory, 'cells'), INITIAL_STATES: statesDirectory };
  const services = [
    await service('trace-assembler'),
    await service('parser'),
    await service('parser'),
    await service('state-resolver', cells),
    await service('interface-detector'),
    await service('action-classifier'),
    await service('message-emulator', emulation),
    executor,
    second,
    gateway,
    await service('block-fetcher', { SOURCE: 'devnet', DEVNET_URL: devnet.url }, '/live'),
  ];
  await Promise.all(services.map((process) => process.start()));
  return {
    apiUrl: gateway.url,
    apiUrls: [gateway.url, second.url],
    network: NETWORK,
    services,
    async stop() {
      await Promise.all(services.map((process) => process.stop()));
    },
  };
}
