import { join } from 'node:path';
import { publishRounds } from '@tonriver/block-fetcher/testing';
import { createMemorySource, type MemoryBlock } from '@tonriver/block-source';
import { openCellStore } from '@tonriver/cell-store';
import type { Network } from '@tonriver/chain-model';
import type { BlockSource } from '@tonriver/chain-source';
import { generateWorkload, type PartialWorkloadOptions } from '@tonriver/chain-workload';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { migrate } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import { decodeResolvedRound, encodeResolvedRound, type ResolvedRound, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { createParser } from '@tonriver/parser/service';
import { createStateResolver, type InitialStateFile } from '@tonriver/state-resolver/service';
import type { EventLog } from '@tonriver/stream';
import { createMetrics } from '@tonriver/telemetry';
import { eventually, runService, tableDigests, temporaryDirectory } from '@tonriver/testing';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';
import type { TvmPool } from '@tonriver/tvm';
import { createInterfaceDetector, type InterfaceDetectorDependencies } from '../service.ts';

export interface DetectableChain {
  readonly source: BlockSource;
  readonly network: Network;
  readonly initialStates: readonly InitialStateFile[];
  readonly rounds: number;
}

/** A chain of invented traffic: the codes of its contracts are invented as well. */
export function inventedChain(options: PartialWorkloadOptions & { readonly rounds: number }): DetectableChain {
  const workload = generateWorkload(options);
  const blocks: MemoryBlock[] = [...workload.rounds()].flatMap((round) =>
    round.blocks.map(({ workchain, shard, seqno, rootHash, fileHash, boc }) => ({
      key: { workchain, shard, seqno },
      boc,
      origin: `round ${round.seqno}`,
      namedFileHash: fileHash,
      rootHash: Buffer.from(rootHash).toString('hex'),
    })),
  );
  const { masterchain, basechain } = workload.zeroStates;
  return {
    source: createMemorySource(blocks),
    network: {
      name: 'invented',
      globalId: workload.options.network.globalId,
      zeroStateRootHash: masterchain.rootHash,
      zeroStateFileHash: masterchain.fileHash,
    },
    initialStates: [masterchain, basechain].map(({ boc }, index) => ({
      origin: `zero state ${index}`,
      isOptional: false,
      read: () => boc,
    })),
    rounds: options.rounds,
  };
}

const WRITTEN = ['contract_interfaces', 'detected_rounds', 'domain_names'];

/** A chain that the real services have indexed, all but the detector. */
export async function openDetectorBench(chain: DetectableChain, pool: TvmPool) {
  const { source, network, initialStates } = chain;
  const folder = temporaryDirectory();
  const topics = topicsOf(network.name, { rawPartitions: 2 });
  const openLog = async (name: string): Promise<EventLog> => {
    const log = await openEmbeddedEventLog({ directory: join(folder.path, name), logger: silentLogger });
    await log.ensureTopics(Object.values(topics));
    return log;
  };
  const store = await openEmbeddedClickHouse({ path: join(folder.path, 'clickhouse'), database: 'ton_test' });
  await migrate(store);
  const told = await index();

  async function index(): Promise<readonly ResolvedRound[]> {
    const log = await openLog('log');
    const cells = await openCellStore({ directory: join(folder.path, 'cells') });
    const producer = await log.producer();
    const shared = { store, log, producer, topics, logger: silentLogger, metrics: createMetrics() };
    const stop = new AbortController();
    let [assembled, resolved] = [0, 0];
    const services = [
      await createTraceAssembler({ ...shared, onWatermark: ({ last }) => void (assembled = last) }),
      await createParser({ ...shared, network }),
      await createStateResolver({
        ...shared,
        cells,
        topic: topics.rawBlocks,
        network,
        initialStates,
        resolvedRounds: { producer, topic: topics.resolvedRounds },
        onProgress: ({ last }) => void (resolved = last),
      }),
    ];
    const ended = Promise.all(services.map((service) => service.run(stop.signal)));
    await publishRounds({ source, network, log, producer, topics, allowPartialRounds: false });
    await eventually(() => Math.min(assembled, resolved) === chain.rounds, { timeoutMs: 60_000 });
    stop.abort();
    await ended;
    const records = await log.readRange(topics.resolvedRounds.name, 0, 0n, 100_000);
    await log.close();
    await cells.close();
    return records.map(decodeResolvedRound);
  }

  let logCount = 0;
  return {
    store,
    /** What the state-resolver told. */
    told,
    /** A log of its own for one test, with a detector that reads it. */
    async openTopic() {
      logCount += 1;
      const log = await openLog(`log ${logCount}`);
      const producer = await log.producer();
      const start = async (changes: Partial<InterfaceDetectorDependencies> = {}) => {
        const examined: number[] = [];
        const detector = await createInterfaceDetector({
          store,
          log,
          producer,
          topics,
          pool,
          logger: silentLogger,
          metrics: createMetrics(),
          onProgress: (round) => void examined.push(round),
          ...changes,
        });
        return { examined, ...runService(detector) };
      };
      // The group is there before the first record.
      await (await start()).stop();
      return {
        log,
        start,
        async send(rounds: readonly ResolvedRound[]): Promise<void> {
          await producer.send(
            topics.resolvedRounds.name,
            rounds.map((round) => ({ partition: 0, ...encodeResolvedRound(round) })),
          );
        },
        async isAllCommitted(): Promise<boolean> {
          const [end] = await log.endOffsets(topics.resolvedRounds.name);
          const group = `${topics.resolvedRounds.name}.interface-detector`;
          const [committed] = await log.committedOffsets(topics.resolvedRounds.name, group);
          return (committed ?? 0n) === end;
        },
        close: () => log.close(),
      };
    },
    async forget(): Promise<void> {
      for (const table of WRITTEN) await store.command(`TRUNCATE TABLE ${table} SYNC`);
    },
    digests: () => tableDigests(store, WRITTEN),
    async close(): Promise<void> {
      await store.close();
      folder.remove();
    },
  };
}

export type DetectorBench = Awaited<ReturnType<typeof openDetectorBench>>;
