import type { Network } from '@tonriver/chain-model';
import type { BlockSource } from '@tonriver/chain-source';
import type { Topic } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import type { EventLog, EventProducer } from '@tonriver/stream';
import { createFetchProgress } from '../fetch-progress.ts';
import type { FetchRoundsResult } from '../fetch-result.ts';
import { fetchRounds, type FetchRoundsOptions } from '../fetch-rounds.ts';

export interface PublishRoundsOptions extends Partial<FetchRoundsOptions> {
  readonly source: BlockSource;
  readonly network: Network;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: { readonly rawBlocks: Topic; readonly fetchProgress: Topic };
  readonly signal?: AbortSignal;
}

/** Publishes the rounds of a source as the fetcher does, for tests of services that read them. */
export async function publishRounds(options: PublishRoundsOptions): Promise<FetchRoundsResult> {
  const { source, network, log, producer, topics, signal = new AbortController().signal, ...rounds } = options;
  return await fetchRounds(
    {
      source,
      network,
      producer,
      topic: topics.rawBlocks,
      progress: createFetchProgress({ log, producer, topic: topics.fetchProgress }),
      storedRootHashes: async () => new Map(),
      awaitRoom: async () => undefined,
      logger: silentLogger,
      onProgress: () => undefined,
    },
    { allowPartialRounds: false, ...rounds },
    signal,
  );
}
