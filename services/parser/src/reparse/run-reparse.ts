import type { BlockSource } from '@tonriver/chain-source';
import type { Network } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { EventLog, EventProducer } from '@tonriver/stream';
import { PARSER_VERSION } from '../parser-version.ts';
import { readRoundsOfLog } from './read-rounds-of-log.ts';
import { readRoundsOfSource } from './read-rounds-of-source.ts';
import { type ReparseOptions, type ReparseProgress, type ReparseResult, reparseRounds } from './reparse-rounds.ts';

export interface RunReparseDependencies {
  readonly network: Network;
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: { readonly rawBlocks: Topic; readonly parsedRounds: Topic };
  /** For rounds that the log no longer has. */
  readonly source: BlockSource | undefined;
  readonly logger: Logger;
  /** Default: the version of this parser. Tests write as other parsers. */
  readonly parserVersion?: number;
}

/** Pause between two log lines about the progress. */
const REPORT_INTERVAL_MS = 10_000;

/** Parses a range of rounds again from the log, else from the source, and logs its progress. */
export async function runReparse(
  dependencies: RunReparseDependencies,
  options: ReparseOptions,
  signal: AbortSignal,
): Promise<ReparseResult> {
  const { network, log, topics, source, logger, parserVersion = PARSER_VERSION } = dependencies;
  const { from, to } = options;
  logger.info('Parsing rounds again', { from, to, parserVersion });
  const onWholePartition = (partition: number): void =>
    logger.info('A round is not at its place in the log; reading the whole partition', { partition });
  const isOnlyReader = source === undefined;
  const ofLog = readRoundsOfLog(log, topics.rawBlocks, { isOnlyReader, from, to, signal, onWholePartition });
  const readers = source === undefined ? [ofLog] : [ofLog, readRoundsOfSource(source, network)];
  let reportedAtMs = performance.now();
  const onProgress = ({ round, ...done }: ReparseProgress): void => {
    if (performance.now() - reportedAtMs < REPORT_INTERVAL_MS) return;
    reportedAtMs = performance.now();
    logger.info('Parsing rounds again', { round, to, ...done });
  };
  const parts = { ...dependencies, parserVersion, parsedRounds: topics.parsedRounds, readers, onProgress };
  const result = await reparseRounds(parts, options, signal);
  const { round, roundsDone, roundsStored, rowsWritten, missing, rejected } = result;
  const counts = { roundsDone, roundsStored, rowsWritten, missing: missing.length, rejected: rejected.length };
  if (roundsStored === 0) logger.error('No round of the range is stored', { from, to });
  else if (signal.aborted)
    logger.warn('Stopped before the last round; the next run goes on there', { round, to, ...counts });
  else if (missing.length + rejected.length === 0) logger.info('The rounds are parsed again', { from, to, ...counts });
  else logger.warn('Some rounds could not be parsed again', { from, to, ...counts });
  return result;
}
