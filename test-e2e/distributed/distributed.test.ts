import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicNetworks } from '@tonriver/chain-model';
import {
  describePart,
  describeRecorded,
  startKafka,
  startRedis,
  temporaryDirectory,
  type TestKafka,
  type TestRedis,
  writeChain,
} from '@tonriver/testing';
import { type ApiAnswer, type ApiRequest, askAll, differences } from './answers.ts';
import type { Chain } from './chain.ts';
import { startClickHouse, startDistributedForm } from './distributed-form.ts';
import { sampleRequests } from './requests.ts';
import { startStandaloneForm } from './standalone-form.ts';
import { untilIndexed, watermarkOf } from './until-indexed.ts';

const REQUESTS_MIN = 200;
const TIMEOUT_MS = 300_000;

/** What the standalone form answers over a chain. */
interface Reference {
  readonly requests: readonly ApiRequest[];
  readonly answers: readonly ApiAnswer[];
}

async function referenceOf(chain: Chain): Promise<Reference> {
  const standalone = await startStandaloneForm(chain);
  try {
    const requests = await sampleRequests(standalone, chain.rounds);
    return { requests, answers: await askAll(standalone.apiUrl, requests) };
  } finally {
    await standalone.stop();
  }
}

describePart('kafka', 'the distributed form', () => {
  describePart('redis', 'as processes of their own', () => {
    let kafka: TestKafka;
    let redis: TestRedis;
    let clickHouse: Awaited<ReturnType<typeof startClickHouse>>;
    beforeAll(async () => {
      [kafka, redis, clickHouse] = await Promise.all([startKafka(), startRedis(), startClickHouse()]);
    }, TIMEOUT_MS);
    afterAll(async () => {
      await clickHouse?.stop();
      await Promise.all([kafka?.stop(), redis?.stop()]);
    }, TIMEOUT_MS);
    const start = (chain: Chain) => startDistributedForm(chain, { kafka, redis, clickHouseUrl: clickHouse.url });

    const expectSameAnswers = async (apiUrl: string, { requests, answers }: Reference): Promise<void> => {
      expect(differences(requests, answers, await askAll(apiUrl, requests))).toEqual([]);
      expect(requests.length).toBeGreaterThanOrEqual(REQUESTS_MIN);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(REQUESTS_MIN / 2);
    };

    describeRecorded('over the recorded genesis run', (data) => {
      it(
        'answers byte for byte as the standalone form does',
        async () => {
          const network = publicNetworks.find(({ name }) => name === 'mainnet')!;
          const chain: Chain = { directory: data.path('blocks', 'mainnet-2019-11-genesis'), rounds: 140, network };
          const reference = await referenceOf(chain);
          const form = await start(chain);
          try {
            await form.fetch();
            await untilIndexed(form.apiUrl, chain.rounds, 120_000);
            await expectSameAnswers(form.apiUrl, reference);
            // A second time from the cache.
            await expectSameAnswers(form.apiUrl, reference);
          } finally {
            await form.stop();
          }
        },
        TIMEOUT_MS,
      );
    });

    it(
      'over a built chain answers the same, whatever was killed in the middle',
      async () => {
        const folder = temporaryDirectory();
        const rounds = 90;
        const written = writeChain(folder.path, 'built_e2e', { seed: 'distributed', rounds, transactionsPerRound: 60 });
        const chain: Chain = { ...written, directory: folder.path };
        const reference = await referenceOf(chain);
        const form = await start(chain);
        const killedAt: number[] = [];
        const noteKill = async (): Promise<void> => {
          killedAt.push(await watermarkOf(form.apiUrl));
        };
        try {
          // A parser dies with rows in its hands; the other one takes over its partitions.
          await form.fetch(rounds / 3);
          await form.parsers[0]!.kill9();
          await noteKill();

          // The broker dies while rounds are published and parsed.
          const fetching = form.fetch((2 * rounds) / 3);
          await sleep(1500);
          await kafka.kill9();
          await noteKill();
          await sleep(1000);
          await kafka.restart();
          await fetching;
          await form.parsers[0]!.start();

          // Redis is away while the rest is indexed and asked for.
          await redis.kill9();
          await noteKill();
          await form.fetch();
          await untilIndexed(form.apiUrl, rounds, 120_000);
          await expectSameAnswers(form.apiUrl, reference);
          await redis.restart();
          await expectSameAnswers(form.apiUrl, reference);
          for (const watermark of killedAt) expect(watermark).toBeLessThan(rounds);
        } finally {
          await form.stop();
          folder.remove();
        }
      },
      TIMEOUT_MS,
    );
  });
});
