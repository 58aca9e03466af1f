import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFetchProgress, fetchRounds, storedRootHashesIn } from '@tonriver/block-fetcher/service';
import type { BlockSource } from '@tonriver/chain-source';
import type { Network } from '@tonriver/chain-model';
import { createEmbeddedStore, openEmbeddedEngine } from '@tonriver/chdb';
import { type ClickHouseStore, migrate, recordDeployment } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import { topicsOf } from '@tonriver/events';
import { openScope } from '@tonriver/lifecycle';
import { silentLogger as logger } from '@tonriver/logger';
import { createParser } from '@tonriver/parser/service';
import { createMetrics } from '@tonriver/telemetry';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';

/** All services from the log to the watermark, on embedded parts in a temporary directory. */
export interface Pipeline {
  readonly store: ClickHouseStore;
  readonly directory: string;
  /** Publishes all blocks of the source. Nothing reads them until `run` is called. */
  publish(source: BlockSource): Promise<void>;
  /** Starts the readers. */
  run(): void;
  /** Resolves when the watermark has reached the round. */
  untilWatermark(seqno: number): Promise<void>;
  close(): Promise<void>;
}

export async function openPipeline(network: Network): Promise<Pipeline> {
  const directory = mkdtempSync(join(tmpdir(), 'tonriver-bench-'));
  const scope = openScope({ logger, shutdownGraceMs: 60_000 });
  const metrics = createMetrics();
  const log = await openEmbeddedEventLog({ directory: join(directory, 'log'), logger });
  const engine = await openEmbeddedEngine({ path: join(directory, 'clickhouse') });
  const store = await createEmbeddedStore({ engine, database: `ton_${network.name}` });
  await migrate(store);
  await recordDeployment(store, { network: network.name, ...network }, 1);
  const topics = topicsOf(network.name, { rawPartitions: 4 });
  await log.ensureTopics(Object.values(topics));
  const producer = await log.producer();
  const watchers: { readonly seqno: number; readonly done: () => void }[] = [];
  let watermark = 0;
  const assembler = await createTraceAssembler({
    store,
    log,
    producer,
    topics,
    logger,
    metrics,
    onWatermark({ last }) {
      watermark = last;
      for (const { seqno, done } of watchers) if (seqno <= watermark) done();
    },
  });
  const parser = await createParser({ network, store, log, producer, topics, logger, metrics });
  return {
    store,
    directory,
    async publish(source) {
      await fetchRounds(
        {
          source,
          network,
          producer,
          topic: topics.rawBlocks,
          progress: createFetchProgress({ log, producer, topic: topics.fetchProgress }),
          storedRootHashes: storedRootHashesIn(store),
          awaitRoom: () => Promise.resolve(),
          logger,
          onProgress: () => undefined,
        },
        { allowPartialRounds: false },
        scope.signal,
      );
    },
    run() {
      scope.background('trace-assembler', (signal) => assembler.run(signal));
      scope.background('parser', (signal) => parser.run(signal));
    },
    untilWatermark: (seqno) =>
      Promise.race([
        scope.untilDone(),
        new Promise<void>((done) => {
          if (watermark >= seqno) done();
          else watchers.push({ seqno, done });
        }),
      ]),
    async close() {
      await scope.close();
      await log.close();
      await store.close();
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
