import { join } from 'node:path';
import { publishRounds } from '@tonriver/block-fetcher/testing';
import { createMemorySource, type MemoryBlock } from '@tonriver/block-source';
import { checkedInterfaceRow, checkedRoundRow } from '@tonriver/block-rows';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import type { Network } from '@tonriver/chain-model';
import { generateWorkload, type PartialWorkloadOptions } from '@tonriver/chain-workload';
import { migrate } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import { consumerGroupOf, decodeRoundTraces, encodeRoundTraces, type RoundTraces, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { createParser } from '@tonriver/parser/service';
import {
  type ContractInterfaceRow,
  contractInterfacesTable,
  createRowBatch,
  detectedRoundsTable,
} from '@tonriver/row-schema';
import type { EventLog } from '@tonriver/stream';
import { createMetrics } from '@tonriver/telemetry';
import { eventually, runService, tableDigests, temporaryDirectory } from '@tonriver/testing';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';
import { type ActionClassifierDependencies, createActionClassifier } from '../service.ts';

/** A record of traces, and its partition. */
export interface ToldTraces {
  readonly partition: number;
  readonly round: RoundTraces;
}

const WRITTEN = ['classified_traces', 'trace_accounts', 'action_places', 'actions_progress'];

/** A chain of invented traffic that the real services have indexed, up to the records of traces. */
export async function openClassifierBench(options: PartialWorkloadOptions & { readonly rounds: number }) {
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
  const { rootHash, fileHash } = workload.zeroStates.masterchain;
  const network: Network = {
    name: 'invented',
    globalId: workload.options.network.globalId,
    zeroStateRootHash: rootHash,
    zeroStateFileHash: fileHash,
  };
  const folder = temporaryDirectory();
  const topics = topicsOf(network.name, { rawPartitions: 2 });
  const openLog = async (name: string): Promise<EventLog> => {
    const log = await openEmbeddedEventLog({ directory: join(folder.path, name), logger: silentLogger });
    await log.ensureTopics(Object.values(topics));
    return log;
  };
  const store = await openEmbeddedClickHouse({ path: join(folder.path, 'clickhouse'), database: 'ton_test' });
  await migrate(store);
  const partitions = Array.from({ length: topics.traces.partitions }, (_, partition) => partition);
  const told = await index();

  async function index(): Promise<readonly ToldTraces[]> {
    const log = await openLog('log');
    const producer = await log.producer();
    const shared = { store, log, producer, topics, logger: silentLogger, metrics: createMetrics() };
    const stop = new AbortController();
    let assembled = 0;
    const services = [
      await createTraceAssembler({ ...shared, onWatermark: ({ last }) => void (assembled = last) }),
      await createParser({ ...shared, network }),
    ];
    const ended = Promise.all(services.map((service) => service.run(stop.signal)));
    const source = createMemorySource(blocks);
    await publishRounds({ source, network, log, producer, topics, allowPartialRounds: false });
    await eventually(() => assembled === options.rounds, { timeoutMs: 120_000 });
    stop.abort();
    await ended;
    const records: ToldTraces[] = [];
    for (const partition of partitions) {
      for (const record of await log.readRange(topics.traces.name, partition, 0n, 100_000)) {
        records.push({ partition, round: decodeRoundTraces(record) });
      }
    }
    await log.close();
    return records;
  }

  let logCount = 0;
  return {
    store,
    /** What the trace-assembler told. */
    told,
    topics,
    /** Says that the contracts of these rounds were examined. */
    async detect(rounds: readonly number[]): Promise<void> {
      const batch = createRowBatch(detectedRoundsTable);
      for (const mcBlockSeqno of rounds) {
        const rowKeys = new Uint8Array(0);
        batch.add(checkedRoundRow({ mcBlockSeqno, part: 0, rangeSeqno: 1, isLast: true, accountCount: 0, rowKeys }));
      }
      await store.insertRows(detectedRoundsTable, batch.rows());
    },
    /** Says what some contracts are. */
    async know(rows: readonly Omit<ContractInterfaceRow, 'checksum'>[]): Promise<void> {
      const batch = createRowBatch(contractInterfacesTable);
      for (const row of rows) batch.add(checkedInterfaceRow(row));
      await store.insertRows(contractInterfacesTable, batch.rows());
    },
    /** A log of its own for one test, with a classifier that reads it. */
    async openTopic() {
      logCount += 1;
      const log = await openLog(`log ${logCount}`);
      const producer = await log.producer();
      const start = async (changes: Partial<ActionClassifierDependencies> = {}) => {
        const classified: number[] = [];
        const classifier = await createActionClassifier({
          store,
          log,
          producer,
          topics,
          logger: silentLogger,
          metrics: createMetrics(),
          onProgress: (round) => void classified.push(round),
          ...changes,
        });
        return { classified, ...runService(classifier) };
      };
      // The group is there before the first record.
      await (await start()).stop();
      return {
        log,
        producer,
        start,
        async send(records: readonly ToldTraces[]): Promise<void> {
          await producer.send(
            topics.traces.name,
            records.map(({ partition, round }) => ({ partition, ...encodeRoundTraces(round) })),
          );
        },
        async isAllCommitted(): Promise<boolean> {
          const ends = await log.endOffsets(topics.traces.name);
          const group = consumerGroupOf(topics.traces, 'action-classifier');
          const committed = await log.committedOffsets(topics.traces.name, group);
          return ends.every((end, partition) => (committed[partition] ?? 0n) === end);
        },
        close: () => log.close(),
      };
    },
    async forget(): Promise<void> {
      for (const table of [...WRITTEN, 'detected_rounds', 'contract_interfaces']) {
        await store.command(`TRUNCATE TABLE ${table} SYNC`);
      }
    },
    digests: () => tableDigests(store, WRITTEN),
    async close(): Promise<void> {
      await store.close();
      folder.remove();
    },
  };
}

export type ClassifierBench = Awaited<ReturnType<typeof openClassifierBench>>;
