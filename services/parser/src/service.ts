import type { Network, OpenBlockBag } from '@tonriver/chain-model';
import { type ClickHouseStore, patientStore } from '@tonriver/clickhouse';
import { consumerGroupOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type Clock, type EventLog, type EventProducer, openStream, systemClock } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import { createParserStep, type ParserPhase } from './parser-step.ts';
import { PARSER_VERSION } from './parser-version.ts';

export { PARSER_VERSION } from './parser-version.ts';
export type { ParserPhase } from './parser-step.ts';
export type { ReparseResult } from './reparse/reparse-rounds.ts';
export { runReparse } from './reparse/run-reparse.ts';

export interface ParserDependencies {
  /** Blocks of another network are rejected. */
  readonly network: Pick<Network, 'name' | 'globalId'>;
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: { readonly rawBlocks: Topic; readonly parsedRounds: Topic; readonly rawBlocksDeadLetters: Topic };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly beat?: () => void;
  readonly onPhase?: (phase: ParserPhase) => void;
  readonly clock?: Clock;
  /** Default: the version of this parser. Tests write as other parsers. */
  readonly parserVersion?: number;
  /** Default: every block is parsed here. In one process with the fetcher: its bags. */
  readonly openBag?: OpenBlockBag;
}

export interface Parser {
  /** Resolves when the signal aborts, after a last flush. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Creates a parser: it reads raw blocks and writes their rows. An offset moves only after the rows of its block are
 * durable. A record that cannot be read goes to the dead letters with its reason; the watermark stays in front of it.
 *
 * Several parsers share the partitions. Records that are sent after this call returned are read.
 */
export async function createParser(dependencies: ParserDependencies): Promise<Parser> {
  const { producer, topics, logger, metrics, beat, clock = systemClock } = dependencies;
  const parsed = metrics.counter('tonriver_blocks_parsed_total', 'Blocks whose rows were made');
  const buried = metrics.counter('tonriver_dead_letters_total', 'Raw blocks that could not be parsed');
  const open = metrics.gauge('tonriver_dead_letters_open', 'Distinct raw blocks that wait to be redriven');
  const stream = await openStream({
    ...dependencies,
    topic: topics.rawBlocks,
    groupId: consumerGroupOf(topics.rawBlocks, 'parser'),
    batchRecordsMax: 256,
    batchBytesMax: 32 * 1024 * 1024,
    // Parsing a block takes long: health checks and flushes need their turn between blocks.
    recordsPerTurn: 1,
    rejectedMessage: 'A raw block could not be parsed',
    deadLetters: {
      topic: topics.rawBlocksDeadLetters,
      producer,
      readerVersion: dependencies.parserVersion ?? PARSER_VERSION,
      onDeadLetter: () => buried.inc(),
      onOpenCount: (count) => open.set(count),
    },
  });
  return {
    run: (signal) =>
      stream.run((running) => {
        const store = patientStore(dependencies.store, { logger, signal: running, clock, beat });
        const onParsed = (): void => parsed.inc();
        return createParserStep({ ...dependencies, store, parsedRounds: topics.parsedRounds, onParsed });
      }, signal),
  };
}
