import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  describeCommit,
  describePart,
  eventually,
  startKafka,
  startRedis,
  type TemporaryDirectory,
  temporaryDirectory,
  type TestKafka,
  type TestRedis,
  writeChain,
} from '@tonriver/testing';
import { type ApiAnswer, type ApiRequest, askAll, differences } from '../distributed/answers.ts';
import type { Chain } from '../distributed/chain.ts';
import { type ClickHouseServer, startClickHouse } from '../distributed/distributed-form.ts';
import { queryRows, type StoredTables } from '../distributed/query-rows.ts';
import { type ReleasePrograms, releasePrograms } from '../distributed/release-programs.ts';
import { sampleRequests } from '../distributed/requests.ts';
import { startStandaloneForm } from '../distributed/standalone-form.ts';
import { untilIndexed, watermarkOf } from '../distributed/until-indexed.ts';
import { runVerify } from '../run-verify.ts';
import { type ClientLoad, type LastingRequest, startClientLoad } from './client-load.ts';
import { createDeployment, type Deployment, type Place } from './deployment.ts';
import { lastingRequests } from './lasting-requests.ts';
import { nextRelease } from './next-release.ts';
import { makeReleaseTrees, type ReleaseTrees } from './release-trees.ts';
import { tableContents } from './table-contents.ts';

const ROUNDS = 40;
const QUARTER = ROUNDS / 4;
const TIMEOUT_MS = 1_800_000;
const INDEXED_MS_MAX = 180_000;
const COMPARED_MIN = 1000;
const TABLES_OF_BLOCKS = ['blocks', 'transactions', 'messages', 'block_digests', 'block_times'];

const { commit } = JSON.parse(readFileSync(new URL('./neighbour.json', import.meta.url), 'utf8')) as {
  readonly commit: string;
};

const startMs = performance.now();
const say = (text: string): void => {
  process.stderr.write(`releases: ${Math.round((performance.now() - startMs) / 1000)} s: ${text}\n`);
};

/** The answers and tables of a standalone process of the test build. */
interface Reference {
  readonly requests: readonly ApiRequest[];
  readonly answers: readonly ApiAnswer[];
  readonly lasting: readonly LastingRequest[];
  readonly lastingAnswers: readonly ApiAnswer[];
  readonly tables: Readonly<Record<string, string>>;
}

async function referenceOf(chain: Chain, root: string): Promise<Reference> {
  const standalone = await startStandaloneForm(chain, root);
  try {
    const requests = await sampleRequests(standalone, chain.rounds);
    const lasting = await lastingRequests(standalone, chain.rounds);
    return {
      requests,
      answers: await askAll(standalone.apiUrl, requests),
      lasting,
      lastingAnswers: await askAll(standalone.apiUrl, lasting),
      tables: await tableContents(standalone),
    };
  } finally {
    await standalone.stop();
  }
}

describePart('kafka', 'two releases', () => {
  describePart('redis', 'as processes', () => {
    describeCommit(commit, 'over one database', () => {
      let trees: ReleaseTrees;
      let kafka: TestKafka;
      let redis: TestRedis;
      let clickHouse: ClickHouseServer;
      let folder: TemporaryDirectory;
      let chain: Chain;
      let reference: Reference;
      let deployment: Deployment;
      let load: ClientLoad;
      beforeAll(async () => {
        trees = makeReleaseTrees(commit);
        say('both trees are made');
        folder = temporaryDirectory();
        const written = writeChain(folder.path, 'releases_e2e', {
          seed: 'releases',
          rounds: ROUNDS,
          transactionsPerRound: 60,
        });
        chain = { ...written, directory: folder.path };
        reference = await referenceOf(chain, trees.testBuild);
        say(`the reference has ${reference.requests.length} answers`);
        [kafka, redis, clickHouse] = await Promise.all([startKafka(), startRedis(), startClickHouse()]);
        deployment = await createDeployment();
        load = startClientLoad(reference.lasting, reference.lastingAnswers);
      }, TIMEOUT_MS);
      afterAll(async () => {
        await load?.stop();
        await deployment?.stop();
        await clickHouse?.stop();
        await Promise.all([kafka?.stop(), redis?.stop()]);
        folder?.remove();
        trees?.remove();
      }, TIMEOUT_MS);

      const stored = (): StoredTables => ({ clickHouseUrl: clickHouse.url, database: `ton_${chain.network.name}` });
      const startAll = async (release: ReleasePrograms, ...places: readonly Place[]): Promise<void> => {
        for (const place of places) await deployment.start(place, release);
      };
      const expectSameAnswers = async (...urls: readonly string[]): Promise<void> => {
        for (const url of urls) {
          const answers = await askAll(url, reference.requests);
          expect(differences(reference.requests, reference.answers, answers)).toEqual([]);
        }
      };
      /** Fetched rounds have to become visible at every gateway. */
      const untilVisible = async (rounds: number, ...urls: readonly string[]): Promise<void> => {
        for (const url of urls) await untilIndexed(url, rounds, INDEXED_MS_MAX);
        load.setRounds(rounds);
        say(`${rounds} rounds are indexed, ${load.counts.compared} answers compared, ${load.counts.busy} asked again`);
        expect(load.problems).toEqual([]);
      };
      const countRows = async (table: string, condition: string): Promise<number> => {
        const sql = `SELECT toString(count()) AS found FROM ${table} FINAL WHERE ${condition}`;
        const [row] = await queryRows<{ readonly found: string }>(stored(), sql);
        return Number(row?.found);
      };
      const parsedBy = (version: number): string => `intDiv(bitAnd(row_version, 65535), 2) = ${version}`;

      it(
        'run side by side, forward, back and forward again, under load',
        async () => {
          const servers = { kafka, redis, clickHouseUrl: clickHouse.url };
          const neighbour = releasePrograms(chain, servers, trees.neighbour);
          const testBuild = releasePrograms(chain, servers, trees.testBuild);

          await neighbour.migrate();
          await startAll(neighbour, 'parser', 'trace assembler', 'state-resolver', 'executor');
          const gateway = await deployment.start('gateway', neighbour);
          load.setGateways(gateway.url);
          await neighbour.fetch(QUARTER);
          await untilVisible(QUARTER, gateway.url);

          say('the test build migrates, and its parser works beside the neighbour’s');
          await testBuild.migrate();
          await deployment.start('second parser', testBuild);
          await neighbour.fetch(2 * QUARTER);
          await untilVisible(2 * QUARTER, gateway.url);

          say('the services are exchanged one after the other; the neighbour’s gateway stays');
          await startAll(testBuild, 'trace assembler', 'state-resolver', 'executor');
          const newer = await deployment.start('second gateway', testBuild);
          load.setGateways(gateway.url, newer.url);
          await deployment.end('parser');
          await testBuild.fetch(3 * QUARTER);
          await untilVisible(3 * QUARTER, gateway.url, newer.url);

          say('the test build’s parser is killed at work, and everything is rolled back');
          const fetching = testBuild.fetch();
          const begun = `mc_block_seqno > ${3 * QUARTER} AND ${parsedBy(nextRelease.parserVersion)}`;
          const hasBegun = async (): Promise<boolean> => (await countRows('block_digests', begun)) > 0;
          await eventually(hasBegun, { timeoutMs: INDEXED_MS_MAX, intervalMs: 5 });
          await deployment.kill9('second parser');
          expect(await watermarkOf(gateway.url)).toBeLessThan(ROUNDS);
          await startAll(neighbour, 'parser', 'trace assembler', 'state-resolver', 'executor');
          load.setGateways(gateway.url);
          await deployment.end('second gateway');
          await fetching;
          await untilVisible(ROUNDS, gateway.url);
          const writtenOver = await countRows('block_digests', 'bitAnd(row_version, 2147483647) >= 65536');
          say(`the neighbour wrote over ${writtenOver} blocks`);
          await expectSameAnswers(gateway.url);
          const { name } = chain.network;
          expect(await runVerify({ url: clickHouse.url }, name, trees.testBuild)).toMatchObject({ code: 0 });
          expect(await runVerify({ url: clickHouse.url }, name, trees.neighbour)).toMatchObject({
            code: 2,
            text: expect.stringContaining('run a newer version'),
          });

          say('forward again; all rounds are parsed again by the test build');
          await startAll(testBuild, 'parser', 'trace assembler', 'state-resolver', 'executor');
          const last = await deployment.start('second gateway', testBuild);
          load.setGateways(gateway.url, last.url);
          await testBuild.reparse('--from', '1', '--to', String(ROUNDS));
          await untilVisible(ROUNDS, gateway.url, last.url);
          for (const table of TABLES_OF_BLOCKS) {
            expect([table, await countRows(table, `NOT ${parsedBy(nextRelease.parserVersion)}`)]).toEqual([table, 0]);
          }
          await expectSameAnswers(gateway.url, last.url);
          expect(await runVerify({ url: clickHouse.url }, name, trees.testBuild)).toMatchObject({ code: 0 });
          expect(await tableContents(stored())).toEqual(reference.tables);

          await load.stop();
          expect(load.problems).toEqual([]);
          expect(load.counts.compared).toBeGreaterThan(COMPARED_MIN);
          await deployment.stop();
          expect(Object.entries(deployment.restarts).filter(([, restarts]) => restarts > 0)).toEqual([]);
          say(`${load.counts.compared} answers compared under load, ${load.counts.busy} asked again`);
        },
        TIMEOUT_MS,
      );
    });
  });
});
