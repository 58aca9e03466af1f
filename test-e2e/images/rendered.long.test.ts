import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  describePart,
  eventually,
  freePort,
  startKafka,
  startRedis,
  type TestKafka,
  type TestRedis,
  writeChain,
  type WrittenChain,
} from '@tonriver/testing';
import { queryRows } from '../distributed/query-rows.ts';
import { untilIndexed, watermarkOf } from '../distributed/until-indexed.ts';
import { chartServices, type Workload } from '../kubernetes/chart.ts';
import { runVerify } from '../run-verify.ts';
import { type BuiltImages, buildImages } from './built-images.ts';
import {
  type ChartParts,
  clusterOf,
  RELEASE,
  renderChart,
  runPod,
  type RunningPod,
  startPod,
} from './chart-deployment.ts';
import { type LoadRequest, startClientLoad } from './client-load.ts';
import { CONFINED, startContainer } from './container.ts';
import { type ContainerStorage, openContainerStorage } from './container-storage.ts';
import { type Cluster, renderedContainer } from './rendered-container.ts';
import { openServiceAddress, type ServiceAddress } from './service-address.ts';

const ROUNDS = 120;
const FIRST_ROUNDS = 10;
/** Blocks of a shard that has split and merged have larger numbers than their rounds. */
const FIRST_BLOCKS = 20;
const FEED_EVERY_MS = 20;
const TIMEOUT_MS = 15 * 60_000;
const INDEX_MS_MAX = 120_000;
/** How long a balancer may go on sending connections to a pod that is told to stop. */
const STALE_ENDPOINT_MS = 2_000;
const LOAD_CLIENTS = 16;
const REQUESTS_MIN = 500;
/** Those that work on records, in an order in which each has work left when it is stopped. */
const WORKERS = ['parser', 'trace-assembler', 'state-resolver', 'block-fetcher'];
const SERVERS = ['get-method-executor', 'api-gateway'];
/** Of the block in such a file. */
const numberOf = (file: string): number => Number(/_(\d+)\.boc$/.exec(file)?.[1]);
const say = (text: string): void => void process.stderr.write(`rendered containers: ${text}\n`);

describePart('containers', 'every container as the chart renders it, started by podman', () => {
  describePart('helm', 'with helm', () => {
    describePart('kafka', 'and Kafka', () => {
      describePart('redis', 'and Redis', () => {
        let storage: ContainerStorage;
        let images: BuiltImages;
        let parts: ChartParts;
        let cluster: Cluster;
        let chain: WrittenChain;
        let [kafka, redis]: [TestKafka?, TestRedis?] = [];
        let workloads: ReadonlyMap<string, Workload>;
        /** SERVER/PORT → the address of its Service. */
        const balancers = new Map<string, ServiceAddress>();
        const pods = new Map<string, RunningPod>();

        beforeAll(async () => {
          storage = openContainerStorage();
          images = await buildImages(storage);
          chain = writeChain(join(storage.path, 'whole'), 'built', {
            seed: 'rendered',
            rounds: ROUNDS,
            transactionsPerRound: 20,
          });
          const archive = join(storage.path, 'archive');
          mkdirSync(archive);
          [kafka, redis] = await Promise.all([startKafka(), startRedis()]);
          const clickHouseUrl = await startClickHouse();
          parts = { storage, image: images.services, chain, archive, kafka, redis, clickHouseUrl };
          const rendered = await renderChart(parts);
          workloads = new Map(rendered.map((workload) => [workload.component, workload]));
          const addresses = new Map<string, string>();
          for (const component of SERVERS) {
            for (const { name, containerPort } of workload(component).spec.containers[0].ports ?? []) {
              const balancer = await openServiceAddress();
              balancers.set(`${component}/${name}`, balancer);
              const inCluster = `http://${RELEASE}-${chain.network.name}-${component}:${containerPort}`;
              addresses.set(inCluster, balancer.url);
            }
          }
          cluster = clusterOf(parts, addresses);
        }, TIMEOUT_MS);
        afterAll(async () => {
          for (const pod of pods.values()) pod.probes.stop();
          for (const balancer of balancers.values()) await balancer.close();
          await Promise.all([kafka?.stop(), redis?.stop()]);
          await storage.remove();
        }, TIMEOUT_MS);

        const workload = (component: string): Workload => workloads.get(component)!;
        const apiUrl = (): string => balancers.get('api-gateway/http')!.url;
        const start = async (component: string): Promise<RunningPod> => {
          const pod = await startPod(storage, workload(component), cluster);
          pods.set(component, pod);
          for (const [name, port] of pod.plan.ports) balancers.get(`${component}/${name}`)?.endpoints.add(port);
          return pod;
        };
        const startClickHouse = async (): Promise<string> => {
          const port = await freePort();
          const environment = { CLICKHOUSE_DIRECTORY: '/data/clickhouse', CLICKHOUSE_HTTP_PORT: String(port) };
          const plan = { name: 'clickhouse-http', image: images.engine, words: ['clickhouse-http'], environment };
          const container = await startContainer(storage, { ...plan, options: CONFINED });
          const url = `http://127.0.0.1:${port}`;
          await container.untilAnswers(`${url}/ping`);
          return url;
        };
        /** The files of the chain, oldest blocks first. */
        const archived = (): readonly string[] => {
          const files = readdirSync(chain.directory).filter((file) => file.endsWith('.boc'));
          return files.toSorted((one, other) => numberOf(one) - numberOf(other));
        };
        /** Adds files to the archive, as a node would write them. */
        const feed = async (files: readonly string[], pauseMs: number): Promise<void> => {
          for (const file of files) {
            copyFileSync(join(chain.directory, file), join(parts.archive, file));
            await sleep(pauseMs);
          }
        };

        it('are one for every service, for the migration and for the test of the release', () => {
          const wanted = [...Object.keys(chartServices()), 'migrate', 'test'];
          expect([...workloads.keys()].toSorted()).toEqual(wanted.toSorted());
          expect([...WORKERS, ...SERVERS].toSorted()).toEqual(Object.keys(chartServices()).toSorted());
        });

        it('migrate, and do nothing the second time', async () => {
          const plan = await renderedContainer(workload('migrate'), cluster);
          for (const said of ['The database is migrated', 'The database ']) {
            const { exitCode, output } = await runPod(storage, plan);
            expect([exitCode, output]).toEqual([0, expect.stringContaining(said)]);
          }
        }, 120_000);

        it(
          'become ready by their own probes, and end with the name of a setting that is wrong or unknown',
          async () => {
            await Promise.all([...WORKERS, ...SERVERS].map(start));
            await feed(
              archived().filter((file) => numberOf(file) <= FIRST_BLOCKS),
              0,
            );
            await untilIndexed(apiUrl(), FIRST_ROUNDS, INDEX_MS_MAX);
            for (const component of [...WORKERS, ...SERVERS, 'migrate']) {
              const wrong = { LOG_LEVEL: 'loud', CLICKHOUSE_PASSWD: 'a secret' };
              const { exitCode, output } = await runPod(
                storage,
                await renderedContainer(workload(component), cluster, wrong),
              );
              expect([component, exitCode]).toEqual([component, 1]);
              expect(output).toMatch(/LOG_LEVEL: [\s\S]*CLICKHOUSE_PASSWD: is no setting/);
              expect(output).not.toContain('a secret');
            }
          },
          TIMEOUT_MS,
        );

        it(
          'lose no record when a worker is stopped in the middle of its work',
          async () => {
            const files = archived().filter((file) => numberOf(file) > FIRST_BLOCKS);
            const portion = Math.ceil(files.length / WORKERS.length);
            for (const [index, component] of WORKERS.entries()) {
              const before = await watermarkOf(apiUrl());
              const added = files.slice(index * portion, (index + 1) * portion);
              const feeding = feed(added, FEED_EVERY_MS);
              await eventually(async () => (await watermarkOf(apiUrl())) > before, { timeoutMs: INDEX_MS_MAX });
              const pod = pods.get(component)!;
              const { exitCode, tookMs } = await pod.stop();
              expect([component, exitCode, pod.probes.faults]).toEqual([component, 0, []]);
              await feeding;
              const left =
                Math.max(...added.filter((file) => file.startsWith('-1_')).map(numberOf)) -
                (await watermarkOf(apiUrl()));
              expect([component, left > 0]).toEqual([component, true]);
              say(`${component} ended after ${Math.round(tookMs)} ms with ${left} rounds left`);
              await start(component);
            }
            await untilIndexed(apiUrl(), ROUNDS, INDEX_MS_MAX);
            const database = `ton_${chain.network.name}`;
            const ranges = 'SELECT first_seqno, last_seqno, is_complete FROM state_progress FINAL';
            expect(await queryRows({ clickHouseUrl: parts.clickHouseUrl, database }, ranges)).toEqual([
              expect.objectContaining({ is_complete: true }),
            ]);
            const verified = await runVerify({ url: parts.clickHouseUrl }, chain.network.name);
            expect(verified).toMatchObject({ code: 0 });
          },
          TIMEOUT_MS,
        );

        it(
          'lose no request when gateways and executors are replaced under load',
          async () => {
            const load = startClientLoad(apiUrl(), await requests(), LOAD_CLIENTS);
            try {
              for (const component of SERVERS) {
                const old = pods.get(component)!;
                await start(component);
                const ending = old.stop();
                await sleep(STALE_ENDPOINT_MS);
                for (const [name, port] of old.plan.ports)
                  balancers.get(`${component}/${name}`)?.endpoints.delete(port);
                const { exitCode, tookMs } = await ending;
                say(`${component} ended with ${exitCode} after ${Math.round(tookMs)} ms of ${old.plan.graceSeconds} s`);
                expect([component, exitCode, old.probes.faults]).toEqual([component, 0, []]);
              }
            } finally {
              await load.stop();
            }
            say(`${load.sent} requests, ${load.lost.length} lost`);
            expect(load.lost).toEqual([]);
            expect(load.sent).toBeGreaterThan(REQUESTS_MIN);
          },
          TIMEOUT_MS,
        );

        const requests = async (): Promise<readonly LoadRequest[]> => {
          const stored = { clickHouseUrl: parts.clickHouseUrl, database: `ton_${chain.network.name}` };
          const sql = 'SELECT DISTINCT hex(hash) AS hash FROM messages LIMIT 50';
          const hashes = await queryRows<{ hash: string }>(stored, sql);
          const path = '/api/v3/runGetMethod';
          return hashes.flatMap(({ hash }, index) => [
            { path: `/api/v3/transactionsByMessage?msg_hash=${hash}` },
            { path: `/api/v3/masterchainBlockShards?seqno=${(index % ROUNDS) + 1}` },
            // Another argument each time, so that no cache answers.
            {
              path,
              body: {
                address: `-1:${'3'.repeat(64)}`,
                method: 'seqno',
                stack: [{ type: 'num', value: String(index) }],
              },
            },
          ]);
        };

        it('pass the test of the release, and end with 0 within their grace', async () => {
          const asked = await runPod(storage, await renderedContainer(workload('test'), cluster));
          expect([asked.exitCode, asked.output]).toEqual([
            0,
            expect.stringMatching(/\/ready 200[\s\S]*\/masterchainInfo 200/),
          ]);
          const ends = await Promise.all(
            [...pods].map(async ([name, pod]) => [name, (await pod.stop()).exitCode, pod.probes.faults]),
          );
          expect(ends).toEqual([...pods.keys()].map((name) => [name, 0, []]));
        }, 120_000);
      });
    });
  });
});
