import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  describePart,
  eventually,
  freePort,
  startKafka,
  temporaryDirectory,
  type TemporaryDirectory,
  type TestKafka,
  writeChain,
} from '@tonriver/testing';
import { type Chain, zeroStateText } from './chain.ts';
import { type ClickHouseServer, startClickHouse } from './distributed-form.ts';
import { NodeProcess, runToEnd } from './node-process.ts';

const READY_MS_MAX = 30_000;
const LOOK_EVERY_MS = 200;
const PREPARATION_MS = 600_000;

/** How many blocks there are to read about, and how long reading may take. */
export interface RestartLoad {
  readonly rounds: number;
  readonly recordsMin: number;
  readonly doneWithinMs: number;
}

/** Services that start, with or without what they had on disk, over a long log and a broker with its own settings. */
export function describeRestart({ rounds, recordsMin, doneWithinMs }: RestartLoad): void {
  describePart('kafka', `a service that starts with ${recordsMin} records to read`, () => {
    let kafka: TestKafka;
    let clickHouse: ClickHouseServer;
    let folder: TemporaryDirectory;
    let chain: Chain;
    beforeAll(async () => {
      [kafka, clickHouse] = await Promise.all([startKafka(), startClickHouse()]);
      folder = temporaryDirectory();
      const written = writeChain(folder.path, 'restart_e2e', { seed: 'restart', rounds, transactionsPerRound: 2 });
      expect(written.facts.shardBlocks + written.rounds).toBeGreaterThanOrEqual(recordsMin);
      chain = { ...written, directory: folder.path };
      const environment = { ...environmentOf(), ARCHIVE_PATHS: chain.directory, HTTP_PORT: '0' };
      const migrate = { name: 'migrate', file: 'packages/tools/migrate/src/main.ts', environment: environmentOf() };
      await runToEnd(migrate, PREPARATION_MS);
      const fetcher = { name: 'block-fetcher', file: 'services/block-fetcher/src/main.ts', environment };
      expect(await runToEnd(fetcher, PREPARATION_MS)).toContain('All rounds of the source are published');
    }, PREPARATION_MS);
    afterAll(async () => {
      await clickHouse?.stop();
      await kafka?.stop();
      folder?.remove();
    }, PREPARATION_MS);

    const environmentOf = () => ({
      NETWORK: chain.network.name,
      GLOBAL_ID: String(chain.network.globalId),
      ZERO_STATE: zeroStateText(chain),
      KAFKA_BROKERS: kafka.brokers.join(','),
      CLICKHOUSE_URL: clickHouse.url,
      RAW_PARTITIONS: '4',
    });

    /** Starts a service, looks at its health until it has read everything, and says how it went. */
    const expectReadyAndAlive = async (
      name: string,
      own: Readonly<Record<string, string>>,
      isDone: (it: NodeProcess) => Promise<boolean>,
    ) => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const service = new NodeProcess({
        name,
        file: `services/${name}/src/main.ts`,
        environment: { ...environmentOf(), ...own, HTTP_PORT: new URL(url).port },
        readyUrl: `${url}/ready`,
      });
      const notAlive: string[] = [];
      let looks = 0;
      const look = async (): Promise<void> => {
        const answer = await fetch(`${url}/live`).catch(() => undefined);
        if (answer === undefined) return;
        looks += 1;
        if (answer.status !== 200) notAlive.push(await answer.text());
      };
      const looking = setInterval(() => void look(), LOOK_EVERY_MS);
      const startMs = performance.now();
      try {
        await service.start();
        const readyMs = performance.now() - startMs;
        await eventually(() => isDone(service), { timeoutMs: doneWithinMs, intervalMs: LOOK_EVERY_MS });
        const doneMs = performance.now() - startMs;
        process.stderr.write(
          `${name}: ready ${Math.round(readyMs)} ms, done ${Math.round(doneMs)} ms, ${looks} looks\n`,
        );
        expect(notAlive).toEqual([]);
        expect(looks).toBeGreaterThan(0);
        expect(readyMs).toBeLessThan(READY_MS_MAX);
        expect(service.restarts).toBe(0);
      } finally {
        clearInterval(looking);
        await service.stop();
      }
    };
    const reaches = (metric: string) => async (service: NodeProcess) => (await service.metric(metric)) === rounds;

    it(
      'is ready within 30 s and alive throughout: the parser, the trace assembler, the state-resolver',
      async () => {
        const cells = [temporaryDirectory(), temporaryDirectory()];
        const initial = { INITIAL_STATES: chain.statesDirectory };
        const isParsed = async (service: NodeProcess) =>
          (await service.metric('tonriver_blocks_parsed_total')) >= recordsMin &&
          (await service.metric('tonriver_log_records_waiting')) === 0;
        await expectReadyAndAlive('parser', {}, isParsed);
        await expectReadyAndAlive('trace-assembler', {}, reaches('tonriver_watermark_seqno'));
        const resolved = reaches('tonriver_state_last_seqno');
        await expectReadyAndAlive('state-resolver', { ...initial, CELLS_DIRECTORY: cells[0]!.path }, resolved);
        // With its directory lost it reads again everything that its group has committed.
        await expectReadyAndAlive('state-resolver', { ...initial, CELLS_DIRECTORY: cells[1]!.path }, resolved);
        for (const directory of cells) directory.remove();
      },
      PREPARATION_MS + 4 * doneWithinMs,
    );
  });
}
