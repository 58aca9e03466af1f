import { join } from 'node:path';
import { publishRounds } from '@tonriver/block-fetcher/testing';
import { openArchive } from '@tonriver/block-source';
import { publicNetworks } from '@tonriver/chain-model';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog } from '@tonriver/stream';
import { consumerGroupOf, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { allTables } from '@tonriver/row-schema';
import { createMetrics } from '@tonriver/telemetry';
import { eventually, type RecordedData, tableDigests, temporaryDirectory } from '@tonriver/testing';
import { createParser, type ParserDependencies } from '../service.ts';

const mainnet = publicNetworks.find(({ name }) => name === 'mainnet')!;
export const topics = topicsOf('mainnet', { rawPartitions: 2 });

/** A real log and a real store in folders of their own, recorded rounds to put into them, and parsers over them. */
export async function openParserBench(data: RecordedData) {
  const folder = temporaryDirectory();
  const log = await openEmbeddedEventLog({ directory: join(folder.path, 'log'), logger: silentLogger });
  await log.ensureTopics(Object.values(topics));
  const store = await openEmbeddedClickHouse({ path: join(folder.path, 'clickhouse'), database: 'ton_test' });
  await migrate(store);
  const producer = await log.producer();
  const archive = await openArchive({ paths: [data.path('blocks', 'mainnet-2019-11-genesis')], logger: silentLogger });
  return {
    log,
    store,
    producer,
    /** Publishes rounds of the recorded genesis run as the fetcher does. */
    async publish(from: number, to: number): Promise<void> {
      await publishRounds({ source: archive, network: mainnet, log, producer, topics, from, to });
    },
    async startParser(changes: Partial<ParserDependencies> = {}): Promise<RunningParser> {
      const parser = await createParser({
        network: mainnet,
        store,
        log,
        producer,
        topics,
        logger: silentLogger,
        metrics: createMetrics(),
        ...changes,
      });
      const stop = new AbortController();
      const ended = parser.run(stop.signal);
      // `ended` is awaited when the parser is stopped; until then a failure must not end the test process.
      ended.catch(() => undefined);
      return {
        ended,
        async stop() {
          stop.abort();
          await ended;
        },
      };
    },
    untilParsed: () => untilParsed(log),
    async close(): Promise<void> {
      await log.close();
      await store.close();
      folder.remove();
    },
  };
}

export interface RunningParser {
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export type ParserBench = Awaited<ReturnType<typeof openParserBench>>;

export async function committedRecords(log: EventLog): Promise<bigint> {
  const committed = await log.committedOffsets(topics.rawBlocks.name, consumerGroupOf(topics.rawBlocks, 'parser'));
  return committed.reduce<bigint>((total, offset) => total + (offset ?? 0n), 0n);
}

/** Resolves when every record of raw-blocks is committed. */
async function untilParsed(log: EventLog): Promise<void> {
  await eventually(
    async () => {
      const ends = await log.endOffsets(topics.rawBlocks.name);
      return (await committedRecords(log)) === ends.reduce((total, end) => total + end, 0n);
    },
    { timeoutMs: 30_000 },
  );
}

export function allDigests(store: ClickHouseStore): Promise<Record<string, string>> {
  return tableDigests(
    store,
    allTables.map(({ name }) => name),
  );
}

/** Every record of a topic with one partition. */
export async function recordsOf(log: EventLog, topic: string) {
  return log.readRange(topic, 0, 0n, 10_000);
}
