import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  eventually,
  startKafka,
  startRedis,
  temporaryDirectory,
  type WrittenChain,
  writeChain,
} from '@tonriver/testing';
import type { Bench, Figures } from './bench.ts';
import type { LoadOrder, LoadResult } from './http-load.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const CHAIN = { seed: 'services', rounds: 400, transactionsPerRound: 150, shardsMax: 4 } as const;
const NETWORK = 'bench';
const INDEXED_MS_MAX = 15 * 60_000;
const LOAD = { clients: 32, seconds: 15 } as const;
/** More than are asked for, so that no answer is cached. */
const KEYS_MAX = 60_000;

type Environment = Readonly<Record<string, string>>;

/**
 * Every service as a process of its own over Kafka, Redis and the ClickHouse engine, what each takes of a processor and
 * of memory. Processor time depends little on what else the machine does.
 */
export const servicesBench: Bench = {
  name: 'services',
  summary: 'processor time and peak memory of every service while a built chain is indexed and the API is asked',
  async run() {
    const folder = temporaryDirectory();
    const ends: (() => Promise<void> | void)[] = [() => folder.remove()];
    const keep = async <Part extends { stop(): Promise<void> }>(starting: Promise<Part>): Promise<Part> => {
      const part = await starting;
      ends.push(() => part.stop());
      return part;
    };
    try {
      const chain = writeChain(join(folder.path, 'chain'), NETWORK, CHAIN);
      const [kafka, redis] = [await keep(startKafka()), await keep(startRedis())];
      const clickHouse = await keep(
        startServiceProcess({
          file: 'services/clickhouse-http/src/main.ts',
          environment: { NETWORK, CLICKHOUSE_DIRECTORY: join(folder.path, 'clickhouse') },
          listens: { portVariable: 'CLICKHOUSE_HTTP_PORT', readyPath: '/ping' },
        }),
      );
      const { globalId, zeroStateRootHash, zeroStateFileHash } = chain.network;
      const zeroState = [zeroStateRootHash, zeroStateFileHash].map((hash) => Buffer.from(hash).toString('hex'));
      const environment = { NETWORK, CLICKHOUSE_URL: clickHouse.url };
      const stream = {
        ...environment,
        GLOBAL_ID: String(globalId),
        ZERO_STATE: zeroState.join(':'),
        KAFKA_BROKERS: kafka.brokers.join(','),
        RAW_PARTITIONS: '4',
        CELLS_DIRECTORY: join(folder.path, 'cells'),
        INITIAL_STATES: chain.statesDirectory,
        ARCHIVE_PATHS: chain.directory,
        EXIT_WHEN_DONE: 'false',
      };
      const migrate = await keep(startServiceProcess({ file: 'packages/tools/migrate/src/main.ts', environment }));
      await migrate.ended(60_000);
      return {
        ...(await measureIndexing(chain, stream, clickHouse, keep)),
        ...(await measureApi({ ...environment, REDIS_URL: redis.url }, clickHouse, keep)),
      };
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  },
};

type Keep = (starting: Promise<ServiceProcess>) => Promise<ServiceProcess>;

/** From an archive to the watermark and the resolved states, with one process of each kind. */
async function measureIndexing(
  chain: WrittenChain,
  environment: Environment,
  clickHouse: ServiceProcess,
  keep: Keep,
): Promise<Figures> {
  const before = clickHouse.usage();
  const services: Record<string, ServiceProcess> = {};
  for (const name of ['trace-assembler', 'state-resolver', 'parser', 'block-fetcher']) {
    services[name] = await keep(startStreamService(name, environment));
  }
  const reaches = (name: string, metric: string) => async (): Promise<boolean> =>
    ((await services[name]?.metric(metric)) ?? 0) >= chain.rounds;
  const options = { timeoutMs: INDEXED_MS_MAX, intervalMs: 250 };
  await eventually(reaches('trace-assembler', 'tonriver_watermark_seqno'), options);
  await eventually(reaches('state-resolver', 'tonriver_state_last_seqno'), options);
  const transactions = chain.facts.basechainTransactions + chain.facts.masterchainTransactions;
  const figures: Record<string, number> = { transactions };
  for (const [name, service] of Object.entries(services)) {
    const { cpuSeconds, peakMemoryMb } = service.usage();
    figures[`${name}.transactions_per_cpu_second`] = transactions / cpuSeconds;
    figures[`${name}.peak_memory_mb`] = peakMemoryMb;
    await service.stop();
  }
  const { cpuSeconds, peakMemoryMb } = clickHouse.usage();
  figures['clickhouse.transactions_per_cpu_second'] = transactions / (cpuSeconds - before.cpuSeconds);
  figures['clickhouse.peak_memory_mb'] = peakMemoryMb;
  return figures;
}

function startStreamService(name: string, environment: Environment): Promise<ServiceProcess> {
  const file = `services/${name}/src/main.ts`;
  return startServiceProcess({ file, environment, listens: { portVariable: 'HTTP_PORT', readyPath: '/ready' } });
}

/** Look-ups by message that nothing has cached, and the newest block. */
async function measureApi(environment: Environment, clickHouse: ServiceProcess, keep: Keep): Promise<Figures> {
  const gateway = await keep(startStreamService('api-gateway', environment));
  const sql = `SELECT hex(hash) FROM ton_${NETWORK}.messages FINAL ORDER BY cityHash64(hash) LIMIT ${KEYS_MAX}`;
  const hashes = (await (await fetch(clickHouse.url, { method: 'POST', body: sql })).text()).trim().split('\n');
  const paths = {
    transactionsByMessage: hashes.map((hash) => `/api/v3/transactionsByMessage?msg_hash=${hash}`),
    masterchainInfo: ['/api/v3/masterchainInfo'],
  };
  const figures: Record<string, number> = {};
  for (const [name, choices] of Object.entries(paths)) {
    const [gatewayBefore, clickHouseBefore] = [gateway.usage(), clickHouse.usage()];
    const { latenciesMs, failures } = await load({ port: Number(new URL(gateway.url).port), paths: choices, ...LOAD });
    if (failures > 0 || latenciesMs.length === 0) throw new Error(`${name}: ${failures} requests failed`);
    const cpuSeconds = gateway.usage().cpuSeconds - gatewayBefore.cpuSeconds;
    const clickHouseSeconds = clickHouse.usage().cpuSeconds - clickHouseBefore.cpuSeconds;
    figures[`api-gateway.${name}_per_cpu_second`] = latenciesMs.length / cpuSeconds;
    figures[`clickhouse.${name}_ms_per_answer`] = (clickHouseSeconds * 1000) / latenciesMs.length;
  }
  figures['api-gateway.peak_memory_mb'] = gateway.usage().peakMemoryMb;
  return figures;
}

/** Sends requests from another process. */
async function load(order: LoadOrder): Promise<LoadResult> {
  const words = ['--import', import.meta.resolve('@tonriver/strip-types'), join(import.meta.dirname, 'http-load.ts')];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(order));
  return JSON.parse(await text(child.stdout)) as LoadResult;
}
