import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '@tonriver/chain-model';
import { type ClickHouseStore, patientStore } from '@tonriver/clickhouse';
import {
  createLetterIndex,
  type EventConsumer,
  type EventLog,
  EventLogError,
  type EventProducer,
  type LogBatch,
  type LogRecord,
} from '@tonriver/stream';
import { consumerGroupOf, deadLetterOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { beatWhile, type Metrics } from '@tonriver/telemetry';
import { createBlockWriter, type ParserPhase } from './block-writer.ts';
import { PARSER_VERSION } from './parser-version.ts';
import { addRowsOfRecord } from './steps/rows-of-record.ts';

export { PARSER_VERSION } from './parser-version.ts';
export type { ParserPhase } from './block-writer.ts';

export interface ParserDependencies {
  /** Blocks of another one are not stored. */
  readonly network: Pick<Network, 'name' | 'globalId'>;
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: { readonly rawBlocks: Topic; readonly parsedRounds: Topic; readonly rawBlocksDeadLetters: Topic };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly beat?: () => void;
  readonly onPhase?: (phase: ParserPhase) => void;
}

/** ClickHouse wants few, large inserts: one per table in this time while rows wait, never more often. */
const FLUSH_INTERVAL_MS = 500;

/** So often dead letters are counted. */
const COUNT_INTERVAL_MS = 30_000;

export interface Parser {
  /** Resolves when the signal aborts, after a last flush. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Reads raw blocks and writes their rows. An offset moves only after the rows of its block are durable; what cannot be
 * read goes to the dead letters, with its reason, and the watermark stays in front of it.
 *
 * Several of these share the partitions. Once it is created nothing that is sent can be missed.
 */
export async function createParser(dependencies: ParserDependencies): Promise<Parser> {
  const consumer = await dependencies.log.consumer({
    topic: dependencies.topics.rawBlocks.name,
    groupId: consumerGroupOf(dependencies.topics.rawBlocks, 'parser'),
    batchRecordsMax: 256,
    batchBytesMax: 32 * 1024 * 1024,
  });
  return { run: (signal) => run(dependencies, consumer, signal) };
}

async function run(dependencies: ParserDependencies, consumer: EventConsumer, signal: AbortSignal): Promise<void> {
  const { network, producer, topics, logger, metrics } = dependencies;
  const writer = createBlockWriter({
    ...dependencies,
    store: patientStore(dependencies.store, { logger, signal, beat: dependencies.beat }),
    parsedRounds: topics.parsedRounds,
  });
  const blocksCounter = metrics.counter('tonriver_blocks_parsed_total', 'Blocks whose rows were made');
  const deadCounter = metrics.counter('tonriver_dead_letters_total', 'Raw blocks that could not be parsed');
  const openGauge = metrics.gauge('tonriver_dead_letters_open', 'Distinct raw blocks that wait to be redriven');
  const { rawBlocks: topic, rawBlocksDeadLetters: deadLetterTopic } = topics;
  const letters = createLetterIndex({ log: dependencies.log, topic, deadLetterTopic, beat: dependencies.beat });
  const countLetters = async (): Promise<void> => {
    await letters.refresh();
    openGauge.set(letters.openCount);
  };
  // Whichever loop ends first takes the other along: rows without a flush, or a flush without rows, help nobody.
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);

  const bury = async (record: LogRecord, code: string, cause: string): Promise<void> => {
    const { partition, offset } = record;
    logger.error('A raw block could not be parsed', { code, cause, ...namesIn(record.headers), partition, offset });
    await countLetters();
    // It came again: after a crash, or with a partition that moved.
    if (letters.has(record, PARSER_VERSION)) return;
    const story = { code, cause, topic: topic.name, partition, offset, parserVersion: PARSER_VERSION };
    const letter = deadLetterOf(record, story, deadLetterTopic);
    await producer.send(deadLetterTopic.name, [{ partition: 0, ...letter }]);
    deadCounter.inc();
    await countLetters();
  };

  /** Only the rows are the record's own affair: what `bury` throws is the log's, and ends the process. */
  const parse = async (record: LogRecord): Promise<void> => {
    const added = addRowsOfRecord(writer.tables, record, { network, parsedRounds: topics.parsedRounds });
    if (added.kind === 'reject') {
      await bury(record, added.code, added.cause);
      return;
    }
    if (added.value !== undefined) writer.announce(added.value);
    blocksCounter.inc();
  };

  const handle = async (batch: LogBatch): Promise<void> => {
    for (const record of batch.records) {
      while (writer.isFull && !both.aborted) await pause(FLUSH_INTERVAL_MS / 10, both);
      if (both.aborted) return;
      // A record's rows and the promise to commit its offset must come into the same flush: nothing awaits between
      // them but a dead letter, which writes no row.
      await parse(record);
      writer.cover(batch, record.offset);
      dependencies.beat?.();
      await yieldToOthers();
    }
  };

  const flushes = async (): Promise<void> => {
    while (!both.aborted) {
      await pause(FLUSH_INTERVAL_MS, both);
      dependencies.beat?.();
      // The log may be away for as long as a call to it tries, which is longer than a loop may be silent.
      if (!writer.isEmpty) await beatWhile(writer.flush(), dependencies.beat);
    }
  };

  /** What others bury, and what was sent again, shows in the number as well. */
  const countings = async (): Promise<void> => {
    while (!both.aborted) {
      await countLetters().catch((error: unknown) => {
        if (!(error instanceof EventLogError)) throw error;
        logger.debug('Dead letters could not be counted', { error });
      });
      await pause(COUNT_INTERVAL_MS, both);
    }
  };

  const outcomes = await Promise.allSettled([
    countings().finally(() => ended.abort()),
    consumer.run(handle, { signal: both }).finally(() => ended.abort()),
    flushes().finally(() => ended.abort()),
  ]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure === undefined && !writer.isEmpty) await writer.flush();
  await consumer.close();
  if (failure !== undefined) throw failure.reason;
}

/** Whoever sent the record may have put anything into its headers. */
const NAME_LENGTH_MAX = 40;

/** Which block the headers of a record name, for a log line. */
function namesIn({ workchain, shard, seqno, round }: LogRecord['headers']) {
  const shown = (text: string | undefined): string | undefined => text?.slice(0, NAME_LENGTH_MAX);
  return { workchain: shown(workchain), shard: shown(shard), seqno: shown(seqno), round: shown(round) };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** Parsing is all computing: health checks and flushes need their turn between blocks. */
function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
