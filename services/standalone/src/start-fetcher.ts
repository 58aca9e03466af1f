import {
  createFetchProgress,
  createSourceWatch,
  fetchRounds,
  type FetchRoundsOptions,
  type FetchRoundsProgress,
  storedRootHashesIn,
  unpublishedText,
  waitForParsers,
} from '@tonriver/block-fetcher/service';
import type { Network, SharedBlockBags } from '@tonriver/chain-model';
import type { BlockSource } from '@tonriver/chain-source';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Topic, TopicName } from '@tonriver/events';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import type { EventLog, EventProducer } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';

export interface FetcherParts {
  readonly source: BlockSource;
  /** Where checked blocks are kept for the other services. */
  readonly bags: SharedBlockBags;
  readonly fetch: FetchRoundsOptions;
  readonly network: Network;
  readonly log: EventLog;
  readonly store: ClickHouseStore;
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly producer: EventProducer;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly onFetched: (progress: FetchRoundsProgress) => void;
  readonly onFetchDone: (progress: FetchRoundsProgress) => void;
  readonly onPhase?: (phase: 'publish') => void;
}

/** Starts publishing the source. A hole in it is logged and does not end the process: complete rounds are served. */
export function startFetcher(scope: Scope, parts: FetcherParts): void {
  const { network, log, store, topics, producer, logger, metrics, onPhase } = parts;
  const fetcherLogger = logger.child({ component: 'block-fetcher' });
  scope.background('block-fetcher', async (signal) => {
    const result = await fetchRounds(
      {
        source: parts.source,
        network,
        producer,
        topic: topics.rawBlocks,
        progress: createFetchProgress({ log, producer, topic: topics.fetchProgress }),
        storedRootHashes: storedRootHashesIn(store),
        awaitRoom: waitForParsers(log, topics.rawBlocks),
        logger: fetcherLogger,
        onProgress: parts.onFetched,
        onChecked: ({ bag }) => parts.bags.keep(bag),
        watch: createSourceWatch({ logger: fetcherLogger, metrics }),
        ...(onPhase === undefined ? {} : { onPhase }),
      },
      parts.fetch,
      signal,
    );
    if (signal.aborted) return;
    const { roundsDone: rounds, partialBlocks } = result;
    const unpublished = unpublishedText(result);
    if (unpublished === undefined) logger.info('All rounds of the source are published', { rounds, partialBlocks });
    else logger.warn(unpublished, { rounds, waitingRound: result.waiting?.seqno, ...result.waiting?.reason.fields });
    parts.onFetchDone(result);
  });
}
