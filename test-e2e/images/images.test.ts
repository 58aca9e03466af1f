import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  describePart,
  eventually,
  repositoryRoot,
  startKafka,
  startRedis,
  type TestKafka,
  type TestRedis,
  writeChain,
  type WrittenChain,
} from '@tonriver/testing';
import { queryRows } from '../distributed/query-rows.ts';
import { untilIndexed } from '../distributed/until-indexed.ts';
import { BUILT_COMMIT, type BuiltImages, buildImages } from './built-images.ts';
import { CONFINED, type Container, startContainer } from './container.ts';
import { type ContainerStorage, openContainerStorage } from './container-storage.ts';
import { type Deployment, startDeployment } from './deployment.ts';

const ROUNDS = 20;
const TIMEOUT_MS = 15 * 60_000;
const INDEX_MS_MAX = 300_000;
const READY_AGAIN_MS_MAX = 90_000;
/** `SHUTDOWN_GRACE_MS`, and what Kubernetes adds to it. */
const GRACE_SECONDS = 30;
const ENGINE_BYTES_MIN = 500e6;
/** Programs that are run by themselves: `npm start`, and a chain to develop with. */
const NOT_DEPLOYED = new Set(['standalone', 'devnet']);
const say = (text: string): void => void process.stderr.write(`images: ${text}\n`);

interface InspectedImage {
  readonly Size: number;
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly Config: {
    readonly User: string;
    readonly Entrypoint: readonly string[];
    readonly StopSignal: string;
    readonly Volumes: Readonly<Record<string, unknown>>;
    readonly Labels: Readonly<Record<string, string>>;
  };
}

describePart('containers', 'the images, built from their Dockerfile', () => {
  let storage: ContainerStorage;
  let images: BuiltImages;
  beforeAll(async () => {
    storage = openContainerStorage();
    const startMs = performance.now();
    images = await buildImages(storage);
    say(`built in ${((performance.now() - startMs) / 1000).toFixed(0)} s`);
  }, TIMEOUT_MS);
  afterAll(() => storage.remove(), TIMEOUT_MS);

  const inspect = async (image: string): Promise<InspectedImage> => {
    const [inspected] = JSON.parse(await storage.run('podman', 'image', 'inspect', image)) as InspectedImage[];
    return inspected!;
  };

  it('have a user by number, one signal to stop, a volume, a health check, labels; one is smaller by the engine', async () => {
    const [services, engine] = [await inspect(images.services), await inspect(images.engine)];
    for (const { Config: config, Healthcheck: check } of [services, engine]) {
      expect(config).toMatchObject({ User: '1000:1000', StopSignal: 'SIGTERM', Volumes: { '/data': {} } });
      expect(config.Entrypoint).toEqual(['deploy/start-service.sh']);
      expect(config.Labels['org.opencontainers.image.revision']).toBe(BUILT_COMMIT);
      expect(check.Test).toEqual(['CMD', 'node', 'deploy/healthcheck.mjs']);
    }
    const titles = [services, engine].map(({ Config: config }) => config.Labels['org.opencontainers.image.title']);
    expect(titles).toEqual(['Tonriver', 'Tonriver with the embedded ClickHouse engine']);
    expect(engine.Size - services.Size).toBeGreaterThan(ENGINE_BYTES_MIN);
    const megabytes = [services, engine].map(({ Size: size }) => Math.round(size / 1e6));
    say(`services ${megabytes[0]} MB, engine ${megabytes[1]} MB`);
  });

  it('fail at a wrong setting and at an unknown one, and name both', async () => {
    const environment = { CLICKHOUSE_URL: 'nowhere', KAFKA_PASSWD: 'secret' };
    const plan = { name: 'wrong', image: images.services, words: ['parser'], environment, options: CONFINED };
    const container = await startContainer(storage, plan);
    expect(await container.ended()).toBe(1);
    const output = await container.output();
    for (const name of Object.keys(environment)) expect(output).toContain(`${name}: `);
    expect(output).not.toContain('secret');
  });

  describePart('kafka', 'and Kafka', () => {
    describePart('redis', 'and Redis', () => {
      let [kafka, redis]: [TestKafka?, TestRedis?] = [];
      let deployment: Deployment;
      let chain: WrittenChain;
      beforeAll(async () => {
        const directory = join(storage.path, 'archive');
        mkdirSync(directory);
        chain = writeChain(directory, 'built', { seed: 'images', rounds: ROUNDS, transactionsPerRound: 5 });
        [kafka, redis] = await Promise.all([startKafka(), startRedis()]);
        deployment = await startDeployment({ storage, images, kafka, redis, chain });
      }, TIMEOUT_MS);
      afterAll(async () => {
        await Promise.all([kafka?.stop(), redis?.stop()]);
      }, TIMEOUT_MS);
      const stored = () => ({ clickHouseUrl: deployment.clickHouseUrl, database: `ton_${chain.network.name}` });

      it('have every service, ready when its servers are, and healthy by the check of the image', async () => {
        const written = readdirSync(join(repositoryRoot, 'services')).filter(
          (name) => existsSync(join(repositoryRoot, 'services', name, 'src', 'main.ts')) && !NOT_DEPLOYED.has(name),
        );
        const names = [...deployment.services.keys()];
        expect(names.toSorted()).toEqual(written.toSorted());
        const checked = names.filter((service) => service !== 'clickhouse-http');
        const readinessOf = async (name: string): Promise<readonly unknown[]> => {
          await deployment.services.get(name)!.run('node', 'deploy/healthcheck.mjs');
          let [status, said]: [number, unknown] = [0, undefined];
          const isReady = async (): Promise<boolean> => {
            const response = await fetch(deployment.readyUrl(name));
            [status, said] = [response.status, await response.json()];
            return status === 200;
          };
          // Ten programs start beside each other: a service may have to join its group again.
          await eventually(isReady, { timeoutMs: READY_AGAIN_MS_MAX, intervalMs: 500 }).catch(() => undefined);
          // What a service says of itself when it is not ready is what a person needs to know.
          return [name, status, status === 200 ? 'ready' : said];
        };
        const readiness = await Promise.all(checked.map(readinessOf));
        expect(readiness).toEqual(checked.map((name) => [name, 200, 'ready']));
      }, 240_000);

      it('run as user 1000 without rights, on a root that they cannot write', async () => {
        for (const [name, container] of deployment.services) {
          const status = await container.run('cat', '/proc/1/status');
          const field = (label: string): string => new RegExp(`^${label}:\\s+(.*)$`, 'm').exec(status)?.[1] ?? '';
          const fields = ['Uid', 'CapPrm', 'CapBnd', 'NoNewPrivs', 'Seccomp'].map((label) => field(label));
          const none = '0'.repeat(16);
          expect([name, fields]).toEqual([name, ['1000\t1000\t1000\t1000', none, none, '1', '2']]);
          await expect(container.run('touch', '/app/written')).rejects.toThrow('Read-only file system');
        }
      }, 120_000);

      it('index a chain and answer for it: a round, a transaction, a get-method', async () => {
        const { apiUrl } = deployment;
        await untilIndexed(apiUrl, chain.rounds, INDEX_MS_MAX);
        const info = (await (await fetch(`${apiUrl}/api/v3/masterchainInfo`)).json()) as Record<string, unknown>;
        expect(info['last']).toMatchObject({ workchain: -1, seqno: chain.rounds });

        const [message] = await queryRows<{ hash: string }>(stored(), 'SELECT hex(hash) AS hash FROM messages LIMIT 1');
        const found = await fetch(`${apiUrl}/api/v3/transactionsByMessage?msg_hash=${message?.hash}`);
        const { transactions } = (await found.json()) as { readonly transactions: readonly unknown[] };
        expect(transactions.length).toBeGreaterThan(0);

        const called = await fetch(`${apiUrl}/api/v3/runGetMethod`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ address: `-1:${'3'.repeat(64)}`, method: 'active_election_id' }),
        });
        const result = (await called.json()) as Record<string, unknown>;
        // The code of this account is no program: the TVM ends with "invalid opcode", which only a run can tell.
        expect([called.status, result]).toMatchObject([200, { block: { seqno: chain.rounds }, exit_code: 6 }]);
        expect(Number(result['gas_used'])).toBeGreaterThan(0);
      }, 300_000);

      it('end with 0 within their grace when they are told to stop', async () => {
        const stop = async (container: Container) => ({
          name: container.name,
          ...(await container.stop(GRACE_SECONDS)),
        });
        const { services } = deployment;
        const clients = [...services.values()].filter(({ name }) => name !== 'clickhouse-http');
        const ends = await Promise.all(clients.map(stop));
        ends.push(await stop(services.get('clickhouse-http')!));
        expect(ends.map(({ name, exitCode }) => [name, exitCode])).toEqual(ends.map(({ name }) => [name, 0]));
        const slowest = Math.max(...ends.map(({ tookMs }) => tookMs));
        say(`the slowest of ${ends.length} containers ended after ${Math.round(slowest)} ms`);
      }, 120_000);
    });
  });
});
