import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFetchProgress, fetchRounds, storedRootHashesIn, waitForParsers } from '@tonriver/block-fetcher/service';
import { openCellStore } from '@tonriver/cell-store';
import type { BlockSource } from '@tonriver/chain-source';
import { createSharedBlockBags, type Network } from '@tonriver/chain-model';
import { createEmbeddedStore, openEmbeddedEngine } from '@tonriver/chdb';
import { type ClickHouseStore, migrate, recordDeployment } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog } from '@tonriver/stream';
import { type Topic, topicsOf } from '@tonriver/events';
import { openScope, type Scope } from '@tonriver/lifecycle';
import { silentLogger as logger } from '@tonriver/logger';
import { createParser } from '@tonriver/parser/service';
import { createStateResolver, type InitialStateFile } from '@tonriver/state-resolver/service';
import { createMetrics, type Metrics } from '@tonriver/telemetry';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';

/** The services from the fetcher to the watermark, on embedded parts in a temporary directory. */
export interface Pipeline {
  readonly store: ClickHouseStore;
  readonly directory: string;
  /** Publishes all blocks of the source. Nothing reads them unless `run` was called before. */
  publish(source: BlockSource): Promise<void>;
  /** Starts the readers. */
  run(): void;
  /** Resolves when the watermark has reached the round. */
  untilWatermark(seqno: number): Promise<void>;
  /** Resolves when the states of the round are resolved. */
  untilStates(seqno: number): Promise<void>;
  close(): Promise<void>;
}

/** @param states with them the states are resolved too, and the services share what the fetcher has parsed */
export async function openPipeline(
  network: Network,
  states?: { readonly initialStates: readonly InitialStateFile[] },
): Promise<Pipeline> {
  const directory = mkdtempSync(join(tmpdir(), 'tonriver-bench-'));
  const scope = openScope({ logger, shutdownGraceMs: 60_000 });
  const metrics = createMetrics();
  const { log, engine, store, topics } = await openParts(directory, network);
  const producer = await log.producer();
  const watermark = createReached();
  const statesReached = createReached();
  const parts = { network, store, log, producer, topics, logger, metrics };
  const assembler = await createTraceAssembler({ ...parts, onWatermark: ({ last }) => watermark.note(last) });
  const bags = createSharedBlockBags({ nowMs: () => performance.now() });
  const parser = await createParser(states === undefined ? parts : { ...parts, openBag: bags.openBag.parser });
  const resolver =
    states === undefined
      ? undefined
      : await openResolver(
          { directory, scope, store, log, topic: topics.rawBlocks, network, metrics },
          { ...states, openBag: bags.openBag.resolver, onProgress: ({ last }) => statesReached.note(last) },
        );
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
          awaitRoom: resolver === undefined ? () => Promise.resolve() : waitForParsers(log, topics.rawBlocks),
          logger,
          onProgress: () => undefined,
          ...(resolver !== undefined && { onChecked: ({ bag }) => bags.keep(bag) }),
        },
        { allowPartialRounds: false },
        scope.signal,
      );
    },
    run() {
      scope.background('trace-assembler', (signal) => assembler.run(signal));
      scope.background('parser', (signal) => parser.run(signal));
      if (resolver !== undefined) scope.background('state-resolver', (signal) => resolver.run(signal));
    },
    untilWatermark: (seqno) => Promise.race([scope.untilDone(), watermark.until(seqno)]),
    untilStates: (seqno) => Promise.race([scope.untilDone(), statesReached.until(seqno)]),
    async close() {
      await scope.close();
      await log.close();
      await store.close();
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function openParts(directory: string, network: Network) {
  const log = await openEmbeddedEventLog({ directory: join(directory, 'log'), logger });
  const engine = await openEmbeddedEngine({ path: join(directory, 'clickhouse') });
  const store = await createEmbeddedStore({ engine, database: `ton_${network.name}` });
  await migrate(store);
  await recordDeployment(store, { network: network.name, ...network }, 1);
  const topics = topicsOf(network.name, { rawPartitions: 4 });
  await log.ensureTopics(Object.values(topics));
  return { log, engine, store, topics };
}

async function openResolver(
  parts: {
    readonly directory: string;
    readonly scope: Scope;
    readonly store: ClickHouseStore;
    readonly log: EventLog;
    readonly topic: Topic;
    readonly network: Network;
    readonly metrics: Metrics;
  },
  options: Pick<Parameters<typeof createStateResolver>[0], 'initialStates' | 'openBag' | 'onProgress'>,
): ReturnType<typeof createStateResolver> {
  const { directory, scope, ...others } = parts;
  const cells = await scope.start(
    'cell store',
    () => openCellStore({ directory: join(directory, 'cells') }),
    (opened) => opened.close(),
  );
  return await createStateResolver({ ...others, ...options, cells, logger });
}

/** How far something has come, for those who wait for a round. */
function createReached(): { note(seqno: number): void; until(seqno: number): Promise<void> } {
  const watchers: { readonly seqno: number; readonly done: () => void }[] = [];
  let reached = 0;
  return {
    note(seqno) {
      reached = seqno;
      for (const watcher of watchers) if (watcher.seqno <= reached) watcher.done();
    },
    until: (seqno) =>
      new Promise((done) => {
        if (reached >= seqno) done();
        else watchers.push({ seqno, done });
      }),
  };
}
