import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goTool, type TestKafka, type TestRedis, type WrittenChain } from '@tonriver/testing';
import { zeroStateText } from '../distributed/chain.ts';
import { chartText, manifestsOf, sizes, type Workload, workloadsOf } from '../kubernetes/chart.ts';
import { type Container, startContainer } from './container.ts';
import type { ContainerStorage } from './container-storage.ts';
import { startProbes, type Probes } from './probes.ts';
import { type Cluster, renderedContainer, type RenderedContainer } from './rendered-container.ts';

/** A container of the chart that runs, with its probes. */
export interface RunningPod {
  readonly plan: RenderedContainer;
  readonly container: Container;
  readonly probes: Probes;
  /** Stops it as Kubernetes does, and says how it ended. */
  stop(): ReturnType<Container['stop']>;
}

export interface ChartParts {
  readonly storage: ContainerStorage;
  readonly image: string;
  readonly chain: WrittenChain;
  /** Folder from which the chart is told to take the archive. */
  readonly archive: string;
  readonly kafka: TestKafka;
  readonly redis: TestRedis;
  readonly clickHouseUrl: string;
}

export const RELEASE = 'tonriver';
const REDIS_SECRET = 'redis-of-the-test';
const CLICKHOUSE_SECRET = 'clickhouse-of-the-test';

/** Renders the chart for servers of this machine, as an operator with a private network would. */
export async function renderChart(parts: ChartParts): Promise<readonly Workload[]> {
  const { storage, image, chain, archive, kafka, redis, clickHouseUrl } = parts;
  const [, repository = '', tag = ''] = /^(.*):([^:]+)$/.exec(image) ?? [];
  const values = {
    image: { repository, tag },
    kafka: { brokers: kafka.brokers, rawPartitions: 4 },
    clickhouse: { url: clickHouseUrl, existingSecret: CLICKHOUSE_SECRET },
    redis: { existingSecret: REDIS_SECRET, urlKey: 'url', cacheSecretKey: 'cache-secret' },
    networkPolicy: { redis: { ports: [Number(new URL(redis.url).port)] } },
    networks: [
      {
        name: chain.network.name,
        globalId: chain.network.globalId,
        zeroState: zeroStateText(chain),
        archive: { existingClaim: '', hostPath: archive },
        initialStates: { hostPath: chain.statesDirectory },
      },
    ],
  };
  const file = join(storage.path, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  const [, medium = ''] = sizes['medium'] ?? [];
  return workloadsOf(manifestsOf(chartText(await goTool('helm'), ['-f', medium, '-f', file])));
}

/** The Secrets that the values name, and folders for volumes. */
export function clusterOf({ storage, redis }: ChartParts, addresses: ReadonlyMap<string, string>): Cluster {
  const volumes = join(storage.path, 'volumes');
  mkdirSync(volumes, { recursive: true });
  const secrets = {
    [REDIS_SECRET]: { url: redis.url, 'cache-secret': 'a secret of sixteen letters' },
    [CLICKHOUSE_SECRET]: { username: 'tonriver', password: 'not-asked-for' },
  };
  return { secrets, addresses, volumes };
}

/** Starts a container as the chart renders it and resolves when its probes say that it is ready. */
export async function startPod(storage: ContainerStorage, workload: Workload, cluster: Cluster): Promise<RunningPod> {
  const plan = await renderedContainer(workload, cluster);
  const container = await startContainer(storage, plan);
  const probes = startProbes(plan);
  const end = container.ended().then((exitCode) => `${plan.name} ended with ${exitCode}`);
  const ready = probes.untilReady().then(() => '');
  const problem = await Promise.race([ready, end]).catch((error: unknown) => String(error));
  if (problem !== '') {
    probes.stop();
    throw new Error(`${problem}. It said:\n${await container.output()}`);
  }
  return {
    plan,
    container,
    probes,
    stop() {
      probes.stop();
      return container.stop(plan.graceSeconds);
    },
  };
}

/** Runs a container that ends by itself, such as that of a Job, and returns its exit code and what it wrote. */
export async function runPod(
  storage: ContainerStorage,
  plan: RenderedContainer,
): Promise<{ readonly exitCode: number; readonly output: string }> {
  const container = await startContainer(storage, plan);
  const exitCode = await container.ended();
  return { exitCode, output: await container.output() };
}
