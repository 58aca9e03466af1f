import { join } from 'node:path';
import { createActionClassifier } from '@tonriver/action-classifier/service';
import type { FetchRoundsOptions } from '@tonriver/block-fetcher/service';
import { publishRounds } from '@tonriver/block-fetcher/testing';
import { createMemorySource, type MemoryBlock } from '@tonriver/block-source';
import type { BlockSource } from '@tonriver/chain-source';
import { generateWorkload, type PartialWorkloadOptions } from '@tonriver/chain-workload';
import type { Network } from '@tonriver/chain-model';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate, recordDeployment } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import { consumerGroupOf, type StreamReader, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { openCellStore } from '@tonriver/cell-store';
import { createParser, PARSER_VERSION } from '@tonriver/parser/service';
import { createInterfaceDetector } from '@tonriver/interface-detector/service';
import { createStateResolver, type InitialStateFile } from '@tonriver/state-resolver/service';
import type { EventLog } from '@tonriver/stream';
import { createMetrics } from '@tonriver/telemetry';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';
import { createTvmPool } from '@tonriver/tvm';

export interface IndexedChain {
  readonly store: ClickHouseStore;
  readonly network: Network;
  close(): Promise<void>;
}

/** A chain to be indexed. Without initial states accounts are put together one by one. */
export interface IndexableChain {
  readonly source: BlockSource;
  readonly network: Network;
  readonly initialStates?: readonly InitialStateFile[];
}

/**
 * A chain that is made from a seed, with its zero states. Where a masterchain block is left out, its round and the next
 * cannot be published whole: their blocks are partial ones, and another range begins after them.
 */
export function builtChain(
  options: PartialWorkloadOptions,
  withoutMasterchain: readonly number[] = [],
): Required<IndexableChain> {
  const workload = generateWorkload(options);
  const blocks: MemoryBlock[] = [];
  for (const round of workload.rounds()) {
    for (const { workchain, shard, seqno, rootHash, fileHash, boc } of round.blocks) {
      if (workchain === -1 && withoutMasterchain.includes(seqno)) continue;
      blocks.push({
        key: { workchain, shard, seqno },
        boc,
        origin: `round ${round.seqno}`,
        namedFileHash: fileHash,
        rootHash: Buffer.from(rootHash).toString('hex'),
      });
    }
  }
  const initialStates = Object.values(workload.zeroStates).map(({ workchain, boc }) => ({
    origin: `zero state ${workchain}`,
    isOptional: false,
    read: () => boc,
  }));
  const { rootHash, fileHash } = workload.zeroStates.masterchain;
  const network: Network = {
    name: 'built',
    globalId: workload.options.network.globalId,
    zeroStateRootHash: rootHash,
    zeroStateFileHash: fileHash,
  };
  return { source: createMemorySource(blocks), network, initialStates };
}

/** Much longer than a quiet machine needs. */
const ASSEMBLED_MS_MAX = 170_000;

/** Indexes a whole source into an engine of its own, with the real services. */
export async function indexChain(chain: IndexableChain, fetch?: FetchRoundsOptions): Promise<IndexedChain> {
  const directory = temporaryDirectory();
  try {
    const store = await fillDirectory(directory.path, chain, fetch);
    const close = async (): Promise<void> => {
      await store.close();
      directory.remove();
    };
    return { store, network: chain.network, close };
  } catch (error) {
    directory.remove();
    throw error;
  }
}

/** Indexes a source into a directory with the layout of `npm start`; the store stays open. */
export async function fillDirectory(
  directory: string,
  chain: IndexableChain,
  fetch: FetchRoundsOptions = { allowPartialRounds: false },
): Promise<ClickHouseStore> {
  const { network } = chain;
  const store = await openEmbeddedClickHouse({ path: join(directory, 'clickhouse'), database: `ton_${network.name}` });
  try {
    await migrate(store);
    const identity = {
      network: network.name,
      globalId: network.globalId,
      zeroStateRootHash: network.zeroStateRootHash,
      zeroStateFileHash: network.zeroStateFileHash,
    };
    await recordDeployment(store, identity, PARSER_VERSION);
    await runServices(store, directory, chain, fetch);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Services that read blocks from the log. */
export type BlockReader = 'parser' | 'state-resolver';

/** Continues indexing in a directory, perhaps with some of the services only, so that the others fall behind. */
export async function runServices(
  store: ClickHouseStore,
  directory: string,
  { source, network, initialStates = [] }: IndexableChain,
  fetch: FetchRoundsOptions,
  readers: readonly BlockReader[] = ['parser', 'state-resolver'],
): Promise<void> {
  const logger = silentLogger;
  const log = await openEmbeddedEventLog({ directory: join(directory, 'log'), logger });
  const cells = await openCellStore({ directory: join(directory, 'cells') });
  const topics = topicsOf(network.name, { rawPartitions: 4 });
  await log.ensureTopics(Object.values(topics));
  const producer = await log.producer();
  const metrics = createMetrics();
  const stop = new AbortController();
  const stopAssembler = new AbortController();
  const shared = { store, log, producer, topics, logger, metrics };
  const assembler = await createTraceAssembler({
    ...shared,
  });
  const parser = await createParser({ ...shared, network });
  const topic = topics.rawBlocks;
  const resolvedRounds = { producer, topic: topics.resolvedRounds };
  const resolver = await createStateResolver({ ...shared, cells, topic, network, initialStates, resolvedRounds });
  const pool = await createTvmPool({ workerCount: 1, queueLengthMax: 64, wallTimeMs: 5_000, memoryMbMax: 512 });
  const detector = await createInterfaceDetector({ ...shared, pool });
  // Without the state-resolver nobody tells what contracts are: then traces do not wait for it.
  const detectorSilenceMs = readers.includes('state-resolver') ? 60_000 : 0;
  const classifier = await createActionClassifier({ ...shared, detectorSilenceMs });
  const loops = [
    Promise.all([assembler, detector, classifier].map((service) => service.run(stopAssembler.signal))),
    Promise.all(
      [parser, resolver].map(async (reader, index) => {
        if (readers.includes(index === 0 ? 'parser' : 'state-resolver')) await reader.run(stop.signal);
      }),
    ),
  ] as const;
  try {
    const { roundsDone } = await publishRounds({
      source,
      network,
      log,
      producer,
      topics,
      ...fetch,
      signal: stop.signal,
    });
    const allAssembled = async (): Promise<boolean> => {
      const [found] = await store.query<{ readonly rounds: string }>('SELECT count() AS rounds FROM rounds FINAL');
      const ends = await log.endOffsets(topics.rawBlocks.name);
      const isRead = async (reader: BlockReader): Promise<boolean> => {
        const committed = await log.committedOffsets(topic.name, consumerGroupOf(topic, reader));
        return ends.every((end, partition) => end === (committed[partition] ?? 0n));
      };
      for (const reader of readers) if (!(await isRead(reader))) return false;
      if (readers.length === 2 && !(await isReadBy(log, topics.resolvedRounds, 'interface-detector'))) return false;
      if (readers.includes('parser') && Number(found?.rounds) < roundsDone) return false;
      return await isReadBy(log, topics.traces, 'action-classifier');
    };
    await eventually(allAssembled, { timeoutMs: ASSEMBLED_MS_MAX, intervalMs: 100 });
  } finally {
    stop.abort();
    await loops[1];
    stopAssembler.abort();
    await loops[0];
    await pool.close();
    await log.close();
    await cells.close();
  }
}

/** Whether a service has read all that it was told. */
async function isReadBy(log: EventLog, topic: { readonly name: string }, reader: StreamReader): Promise<boolean> {
  const ends = await log.endOffsets(topic.name);
  const committed = await log.committedOffsets(topic.name, consumerGroupOf(topic, reader));
  return ends.every((end, partition) => end === (committed[partition] ?? 0n));
}
