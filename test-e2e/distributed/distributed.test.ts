import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publicNetworks } from '@tonriver/chain-model';
import {
  describePart,
  describeRecorded,
  eventually,
  startKafka,
  startRedis,
  temporaryDirectory,
  type TestKafka,
  type TestRedis,
  writeChain,
} from '@tonriver/testing';
import { type ApiAnswer, type ApiRequest, askAll, differences } from './answers.ts';
import type { Chain } from './chain.ts';
import {
  type ClickHouseServer,
  type DistributedForm,
  startClickHouse,
  startDistributedForm,
} from './distributed-form.ts';
import type { NodeProcess } from './node-process.ts';
import { sampleRequests } from './requests.ts';
import { startStandaloneForm } from './standalone-form.ts';
import { runVerify } from '../run-verify.ts';
import { untilIndexed, watermarkOf } from './until-indexed.ts';

const ZERO_STATES = ['blocks/states/mainnet_mc_zerostate.boc', 'blocks/states/mainnet_0_zerostate.boc'];

const REQUESTS_MIN = 200;
const BLOCKS_PARSED = 'tonriver_blocks_parsed_total';
const TIMEOUT_MS = 600_000;
/** Less than the 20 s after which the test would end a process by force. */
const STOP_MS_MAX = 15_000;

/** The answers of the standalone form over a chain. */
interface Reference {
  readonly requests: readonly ApiRequest[];
  readonly answers: readonly ApiAnswer[];
}

const say = (text: string): void => void process.stderr.write(`distributed form: ${text}\n`);

async function referenceOf(chain: Chain): Promise<Reference> {
  const standalone = await startStandaloneForm(chain);
  try {
    const requests = await sampleRequests(standalone, chain.rounds);
    // Through the read-only port of the running process, as an operator would.
    expect(await runVerify({ url: standalone.clickHouseUrl }, chain.network.name)).toMatchObject({ code: 0 });
    return { requests, answers: await askAll(standalone.apiUrl, requests) };
  } finally {
    await standalone.stop();
  }
}

describePart('kafka', 'the distributed form', () => {
  describePart('redis', 'as processes of their own', () => {
    let kafka: TestKafka;
    let redis: TestRedis;
    let clickHouse: ClickHouseServer;
    beforeAll(async () => {
      [kafka, redis, clickHouse] = await Promise.all([startKafka(), startRedis(), startClickHouse()]);
    }, TIMEOUT_MS);
    afterAll(async () => {
      await clickHouse?.stop();
      await Promise.all([kafka?.stop(), redis?.stop()]);
    }, TIMEOUT_MS);
    const start = (chain: Chain) => startDistributedForm(chain, { kafka, redis, clickHouseUrl: clickHouse.url });

    const resolvedRanges = async ({ network }: Chain): Promise<string> => {
      const response = await fetch(`${clickHouse.url}/?database=ton_${network.name}`, {
        method: 'POST',
        body: 'SELECT first_seqno, last_seqno, is_complete FROM state_progress FINAL FORMAT TSV',
      });
      return (await response.text()).trim();
    };

    const expectSameAnswers = async (apiUrl: string, { requests, answers }: Reference): Promise<void> => {
      expect(differences(requests, answers, await askAll(apiUrl, requests))).toEqual([]);
      expect(requests.length).toBeGreaterThanOrEqual(REQUESTS_MIN);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(REQUESTS_MIN / 2);
    };

    describeRecorded('over the recorded genesis run', ['blocks/mainnet-2019-11-genesis', ...ZERO_STATES], (data) => {
      it(
        'answers byte for byte as the standalone form does',
        async () => {
          const network = publicNetworks.find(({ name }) => name === 'mainnet')!;
          const chain: Chain = {
            directory: data.path('blocks', 'mainnet-2019-11-genesis'),
            statesDirectory: data.path('blocks', 'states'),
            rounds: 140,
            network,
          };
          const reference = await referenceOf(chain);
          const form = await start(chain);
          try {
            await form.fetch();
            await untilIndexed(form.apiUrl, chain.rounds, 120_000);
            await expectSameAnswers(form.apiUrl, reference);
            // A second time from the cache.
            await expectSameAnswers(form.apiUrl, reference);
            say(`genesis run: ${reference.requests.length} equal answers`);
          } finally {
            const startMs = performance.now();
            await form.stop();
            expect(performance.now() - startMs).toBeLessThan(STOP_MS_MAX);
          }
        },
        TIMEOUT_MS,
      );
    });

    describe('over a built chain', () => {
      const rounds = 100;
      const folder = temporaryDirectory();
      let chain: Chain;
      let reference: Reference;
      let form: DistributedForm;
      beforeAll(async () => {
        const written = writeChain(folder.path, 'built_e2e', { seed: 'distributed', rounds, transactionsPerRound: 60 });
        chain = { ...written, directory: folder.path };
        reference = await referenceOf(chain);
        form = await start(chain);
      }, TIMEOUT_MS);
      afterAll(async () => {
        await form?.stop();
        folder.remove();
      }, TIMEOUT_MS);

      it(
        'answers the same, whatever was killed in the middle',
        async () => {
          const killedAt: number[] = [];
          /** Kills something at the moment when a parser has parsed on and the watermark is not there yet. */
          const killInTheMiddle = async (parser: NodeProcess, published: number, kill: () => Promise<void>) => {
            const before = await parser.metric(BLOCKS_PARSED);
            const isParsing = async (): Promise<boolean> => (await parser.metric(BLOCKS_PARSED)) > before;
            await eventually(isParsing, { timeoutMs: 60_000, intervalMs: 5 });
            await kill();
            const watermark = await watermarkOf(form.apiUrl);
            expect(watermark).toBeLessThan(published);
            killedAt.push(watermark);
          };
          const [dying, staying] = [form.parsers[0]!, form.parsers[1]!];
          // A parser dies with rows in its hands; the other one takes over its partitions.
          const quarter = rounds / 4;
          const first = form.fetch(quarter);
          await killInTheMiddle(dying, quarter, () => dying.kill9());
          await first;
          await untilIndexed(form.apiUrl, quarter, 120_000);

          // The broker dies while rounds are parsed, and comes back.
          const second = form.fetch(2 * quarter);
          await killInTheMiddle(staying, 2 * quarter, () => kafka.kill9());
          await kafka.restart();
          await second;
          await dying.start();
          await form.stateResolver.kill9();
          await form.stateResolver.start();
          await untilIndexed(form.apiUrl, 2 * quarter, 120_000);

          // ClickHouse dies while rows are inserted, and comes back: parsers, assembler and gateway wait for it.
          const inserting = form.fetch(3 * quarter);
          await killInTheMiddle(staying, 3 * quarter, () => clickHouse.process.kill9());
          await clickHouse.process.start();
          await inserting;
          await untilIndexed(form.apiUrl, 3 * quarter, 120_000);

          // Redis is away while the rest is indexed and asked for, and the assembler dies.
          await redis.kill9();
          const rest = form.fetch();
          await killInTheMiddle(staying, rounds, () => form.traceAssembler.kill9());
          await form.traceAssembler.start();
          await rest;
          await untilIndexed(form.apiUrl, rounds, 120_000);
          await expectSameAnswers(form.apiUrl, reference);
          await redis.restart();
          await expectSameAnswers(form.apiUrl, reference);
          await eventually(async () => (await resolvedRanges(chain)) === `1\t${rounds}\ttrue`, { timeoutMs: 60_000 });
          say(`built chain: ${reference.requests.length} equal answers, killed at watermarks ${killedAt.join(', ')}`);
        },
        TIMEOUT_MS,
      );

      it(
        'answers the same while all rounds are parsed once more from Kafka, into the tables that are served',
        async () => {
          const parsingAgain = form.reparse('--from', '1', '--to', String(rounds), '--all');
          await expectSameAnswers(form.apiUrl, reference);
          await parsingAgain;
          await expectSameAnswers(form.apiUrl, reference);
          expect(await runVerify({ url: clickHouse.url }, chain.network.name)).toMatchObject({ code: 0 });
          expect([form.parsers[1]!, form.apiGateway].map(({ restarts }) => restarts)).toEqual([0, 0]);
        },
        TIMEOUT_MS,
      );
    });
  });
});
