import { join } from 'node:path';
import { publishRounds } from '@tonriver/block-fetcher/testing';
import { openArchive } from '@tonriver/block-source';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog } from '@tonriver/stream';
import { consumerGroupOf, decodeParsedBlock, type ParsedBlock, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { createParser } from '@tonriver/parser/service';
import { createMetrics } from '@tonriver/telemetry';
import { eventually, tableDigests, temporaryDirectory, writeChain } from '@tonriver/testing';

/** A built chain that was fetched and parsed for real: its rows are stored, its announcements are here. */
export interface ParsedChain {
  readonly store: ClickHouseStore;
  readonly rounds: number;
  /** In the order of rounds, and of blocks in a round. */
  readonly announced: readonly ParsedBlock[];
  /** A new, empty log with the topics of the chain. */
  openLog(): Promise<EventLog>;
  close(): Promise<void>;
}

export const topics = topicsOf('built_test', { rawPartitions: 1 });

/** The tables that the assembler writes, except its snapshots: these depend on when it was stopped. */
const WRITTEN = ['rounds', 'watermarks', 'trace_ids', 'traces', 'transaction_parts'];
/** The rows of other tables than these are all the assembler's. */
const ASSEMBLED: Readonly<Record<string, string>> = { transaction_parts: "kind = 'links'" };

/** Tables that a test of the assembler begins without. */
export async function forgetAssembled(store: ClickHouseStore): Promise<void> {
  for (const table of [...WRITTEN, 'assembler_snapshots']) {
    const own = ASSEMBLED[table];
    await store.command(
      own === undefined
        ? `TRUNCATE TABLE ${table} SYNC`
        : `ALTER TABLE ${table} DELETE WHERE ${own} SETTINGS mutations_sync = 2`,
    );
  }
}

/** Per table the count of its distinct rows and a digest over them, whatever order they lie in. */
export async function assembledDigests(store: ClickHouseStore): Promise<Record<string, string>> {
  const isDeleting = async (): Promise<boolean> =>
    (await store.query('SELECT mutation_id FROM system.mutations WHERE NOT is_done')).length > 0;
  await eventually(async () => !(await isDeleting()), { timeoutMs: 60_000 });
  return await tableDigests(store, WRITTEN, ASSEMBLED);
}

export async function parseChain(rounds: number): Promise<ParsedChain> {
  const folder = temporaryDirectory();
  const store = await openEmbeddedClickHouse({ path: join(folder.path, 'clickhouse'), database: 'ton_built_test' });
  await migrate(store);
  const chain = writeChain(join(folder.path, 'chain'), 'built_test', {
    seed: 'trace-assembler',
    rounds,
    transactionsPerRound: 12,
    accounts: 40,
  });
  let logCount = 0;
  const openLog = async (): Promise<EventLog> => {
    logCount += 1;
    const log = await openEmbeddedEventLog({ directory: join(folder.path, `log-${logCount}`), logger: silentLogger });
    await log.ensureTopics(Object.values(topics));
    return log;
  };
  const log = await openLog();
  const producer = await log.producer();
  // It exists before anything is announced, so that the log keeps the announcements for it.
  await log.consumer({ topic: topics.parsedRounds.name, groupId: 'test', batchRecordsMax: 1, batchBytesMax: 1 });
  const parser = await createParser({
    network: chain.network,
    store,
    log,
    producer,
    topics,
    logger: silentLogger,
    metrics: createMetrics(),
  });
  const stop = new AbortController();
  const parsing = parser.run(stop.signal);
  await publishRounds({
    source: await openArchive({ paths: [chain.directory], logger: silentLogger }),
    network: chain.network,
    log,
    producer,
    topics,
    signal: stop.signal,
  });
  const [end = 0n] = await log.endOffsets(topics.rawBlocks.name);
  const group = consumerGroupOf(topics.rawBlocks, 'parser');
  const committed = async () => (await log.committedOffsets(topics.rawBlocks.name, group))[0];
  await eventually(async () => (await committed()) === end, { timeoutMs: 60_000 });
  stop.abort();
  await parsing;
  const records = await log.readRange(topics.parsedRounds.name, 0, 0n, 100_000);
  await log.close();
  const announced = records
    .map(decodeParsedBlock)
    .toSorted((left, right) => left.round - right.round || left.roundIndex - right.roundIndex);
  return {
    store,
    rounds,
    announced,
    openLog,
    async close() {
      await store.close();
      folder.remove();
    },
  };
}
