import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  describePart,
  eventually,
  startKafka,
  startRedis,
  temporaryDirectory,
  type TestKafka,
  type TestRedis,
  writeChain,
} from '@tonriver/testing';
import { askAll, differences } from './answers.ts';
import type { Chain } from './chain.ts';
import { type ClickHouseServer, startClickHouse, startDistributedForm } from './distributed-form.ts';
import { sampleRequests } from './requests.ts';
import { startStandaloneForm } from './standalone-form.ts';
import { untilIndexed, watermarkOf } from './until-indexed.ts';

const KILLS = 30;
const INTERVAL_MS = 20_000;
const ROUNDS_PER_KILL = 30;
const PREPARATION_MS = 600_000;

const say = (text: string): void => void process.stderr.write(`kills: ${text}\n`);

describePart('kafka', 'the distributed form', () => {
  describePart('redis', `whose services are killed in turn, ${KILLS} times, 20 s apart`, () => {
    let kafka: TestKafka;
    let redis: TestRedis;
    let clickHouse: ClickHouseServer;
    beforeAll(async () => {
      [kafka, redis, clickHouse] = await Promise.all([startKafka(), startRedis(), startClickHouse()]);
    }, PREPARATION_MS);
    afterAll(async () => {
      await clickHouse?.stop();
      await Promise.all([kafka?.stop(), redis?.stop()]);
    }, PREPARATION_MS);

    it(
      'moves its watermark on between any two kills, and answers as an undisturbed process in the end',
      async () => {
        const folder = temporaryDirectory();
        const rounds = ROUNDS_PER_KILL * (KILLS + 1);
        const written = writeChain(folder.path, 'kills_e2e', { seed: 'kills', rounds, transactionsPerRound: 20 });
        const chain: Chain = { ...written, directory: folder.path };
        const standalone = await startStandaloneForm(chain);
        const requests = await sampleRequests(standalone, rounds);
        const answers = await askAll(standalone.apiUrl, requests);
        await standalone.stop();

        const form = await startDistributedForm(chain, { kafka, redis, clickHouseUrl: clickHouse.url });
        const { parsers, traceAssembler, stateResolver, executor, apiGateway } = form;
        const turns = [
          'fetcher',
          parsers[0]!,
          traceAssembler,
          stateResolver,
          parsers[1]!,
          executor,
          apiGateway,
        ] as const;
        const watermarks: number[] = [0];
        try {
          for (let kill = 1; kill <= KILLS; kill += 1) {
            const to = ROUNDS_PER_KILL * kill;
            const victim = turns[kill % turns.length]!;
            if (victim === 'fetcher') await form.fetchAndKill(to, 3000);
            const fetching = form.fetch(to);
            if (victim !== 'fetcher') {
              await victim.kill9();
              await victim.start();
            }
            // From when it is there again: how long a start takes depends on what else the machine does.
            const startMs = performance.now();
            await fetching;
            await sleep(Math.max(0, INTERVAL_MS - (performance.now() - startMs)));
            const watermark = await eventually(() => watermarkOf(form.apiUrl), { timeoutMs: 30_000 });
            say(`${kill}: ${victim === 'fetcher' ? victim : victim.name}: watermark ${watermark} of ${to}`);
            watermarks.push(watermark);
          }
          await form.fetch();
          await untilIndexed(form.apiUrl, rounds, 120_000);
          expect(differences(requests, answers, await askAll(form.apiUrl, requests))).toEqual([]);
          say(`${requests.length} equal answers`);
          expect(watermarks).toEqual([...new Set(watermarks)].toSorted((left, right) => left - right));
        } finally {
          await form.stop();
          folder.remove();
        }
      },
      KILLS * 3 * INTERVAL_MS + PREPARATION_MS,
    );
  });
});
