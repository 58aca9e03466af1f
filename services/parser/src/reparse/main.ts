// `npx tonriver reparse`: parses stored rounds again while the services run. May run several times and be stopped.
import { openBlockSource } from '@tonriver/block-source';
import { guardSchema, openClickHouse, patientStore, prepareDeployment } from '@tonriver/clickhouse';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { systemClock } from '@tonriver/stream';
import { PARSER_VERSION } from '../parser-version.ts';
import { reparseConfigOrExit } from './config.ts';
import { runReparse } from './run-reparse.ts';

const { network, topics, paths, reparse, about, shutdownGraceMs, ...config } = reparseConfigOrExit();
const logger = createLogger({ service: 'reparse', level: config.logLevel });
const EXIT = { done: 0, someRoundsLeft: 1, unfinished: 75 } as const;
let exitCode: number = EXIT.unfinished;

await runService({ name: 'reparse', about, logger, shutdownGraceMs }, async (scope) => {
  const { signal } = scope;
  const openStore = () => openClickHouse(config.clickHouse);
  const server = await scope.start('clickhouse', openStore, (opened) => opened.close());
  await prepareDeployment(server, { network, parserVersion: PARSER_VERSION, logger, signal });
  scope.background('schema', (running) => guardSchema(server, running));
  const connect = () => connectKafkaEventLog({ ...config.kafka, clientId: 'reparse', logger });
  const log = await scope.start('event log', connect, (connected) => connected.close());
  await log.ensureTopics([topics.rawBlocks, topics.parsedRounds]);
  const openSource = () => openBlockSource({ kind: 'archive', paths, follow: false }, { logger });
  const source = paths.length === 0 ? undefined : await scope.start('source', openSource, (opened) => opened.close());
  const producer = await log.producer();
  scope.background('reparse', async (running) => {
    const store = patientStore(server, { logger, signal: running, clock: systemClock });
    const parts = { network, store, log, producer, topics, source, logger };
    const { roundsStored, missing, rejected } = await runReparse(parts, reparse, running);
    const isWhole = roundsStored > 0 && missing.length + rejected.length === 0;
    if (!running.aborted) exitCode = isWhole ? EXIT.done : EXIT.someRoundsLeft;
    scope.abort();
  });
});
if (!process.exitCode) process.exitCode = exitCode;
