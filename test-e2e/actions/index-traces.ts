import { join } from 'node:path';
import { createActionClassifier } from '@tonriver/action-classifier/service';
import { checkedRoundRow } from '@tonriver/block-rows';
import { publishRounds } from '@tonriver/block-fetcher/testing';
import { createMemorySource, type MemoryBlock } from '@tonriver/block-source';
import { openCellStore } from '@tonriver/cell-store';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import type { Network } from '@tonriver/chain-model';
import { GLOBAL_ID, type RebuiltChain } from '@tonriver/classify/testing';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import { topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { createParser } from '@tonriver/parser/service';
import {
  type ContractInterfaceRow,
  contractInterfacesTable,
  createRowBatch,
  detectedRoundsTable,
} from '@tonriver/row-schema';
import { createStateResolver } from '@tonriver/state-resolver/service';
import { createMetrics } from '@tonriver/telemetry';
import { eventually, runService, type RunningService, temporaryDirectory } from '@tonriver/testing';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';

const WAIT = { timeoutMs: 300_000 };

/** A store in which the traces of a chain are classified. */
export interface IndexedTraces {
  readonly store: ClickHouseStore;
  close(): Promise<void>;
}

/** Has the real services index a chain, from its blocks to its actions. What contracts are is given, not detected. */
export async function indexTraces(
  chain: RebuiltChain,
  interfaces: readonly ContractInterfaceRow[],
): Promise<IndexedTraces> {
  const folder = temporaryDirectory();
  const { rootHash, fileHash } = chain.zeroStates.masterchain;
  const network: Network = {
    name: 'recorded_traces',
    globalId: GLOBAL_ID,
    zeroStateRootHash: rootHash,
    zeroStateFileHash: fileHash,
  };
  const topics = topicsOf(network.name, { rawPartitions: 2 });
  const log = await openEmbeddedEventLog({ directory: join(folder.path, 'log'), logger: silentLogger });
  await log.ensureTopics(Object.values(topics));
  const store = await openEmbeddedClickHouse({ path: join(folder.path, 'clickhouse'), database: 'ton_test' });
  await migrate(store);
  await know(store, interfaces);
  const cells = await openCellStore({ directory: join(folder.path, 'cells') });
  const producer = await log.producer();
  const shared = { store, log, producer, topics, logger: silentLogger, metrics: createMetrics() };
  const rounds = chain.rounds.length;
  const reached = { assembled: 0, resolved: 0 };
  const initialStates = Object.values(chain.zeroStates).map(({ workchain, boc }) => ({
    origin: `zero state ${workchain}`,
    isOptional: false,
    read: () => boc,
  }));
  const running: RunningService[] = [];
  const runUntil = async (
    isDone: () => boolean | Promise<boolean>,
    services: readonly Parameters<typeof runService>[0][],
  ) => {
    running.push(...services.map(runService));
    await Promise.race([eventually(isDone, WAIT), Promise.all(running.map(({ ended }) => ended))]);
  };
  // Rounds count as examined when their states are resolved: the classifier waits for that.
  const isClassified = async (): Promise<boolean> => {
    const rows = await store.query<{ last_seqno: number }>('SELECT last_seqno FROM actions_progress FINAL');
    return rows.filter(({ last_seqno }) => last_seqno === rounds).length === topics.traces.partitions;
  };
  const classifier = await createActionClassifier(shared);
  const services = [
    await createTraceAssembler({ ...shared, onWatermark: ({ last }) => void (reached.assembled = last) }),
    await createParser({ ...shared, network }),
    await createStateResolver({
      ...shared,
      cells,
      topic: topics.rawBlocks,
      network,
      initialStates,
      onProgress: ({ last }) => void (reached.resolved = last),
    }),
  ];
  await publishRounds({
    source: createMemorySource(blocksOf(chain)),
    network,
    log,
    producer,
    topics,
    allowPartialRounds: false,
  });
  await runUntil(() => Math.min(reached.assembled, reached.resolved) === rounds, services);
  await examine(store, rounds);
  await runUntil(isClassified, [classifier]);
  await Promise.all(running.map(({ stop }) => stop()));
  return {
    store,
    async close() {
      await log.close();
      await cells.close();
      await store.close();
      folder.remove();
    },
  };
}

function blocksOf({ rounds }: RebuiltChain): MemoryBlock[] {
  return rounds.flatMap((round) =>
    round.blocks.map(({ workchain, shard, seqno, rootHash, fileHash, boc }) => ({
      key: { workchain, shard, seqno },
      boc,
      origin: `round ${round.seqno}`,
      namedFileHash: fileHash,
      rootHash: Buffer.from(rootHash).toString('hex'),
    })),
  );
}

async function know(store: ClickHouseStore, rows: readonly ContractInterfaceRow[]): Promise<void> {
  const batch = createRowBatch(contractInterfacesTable);
  for (const row of rows) batch.add(row);
  await store.insertRows(contractInterfacesTable, batch.rows());
}

async function examine(store: ClickHouseStore, rounds: number): Promise<void> {
  const batch = createRowBatch(detectedRoundsTable);
  for (let mcBlockSeqno = 1; mcBlockSeqno <= rounds; mcBlockSeqno += 1) {
    const rowKeys = new Uint8Array(0);
    batch.add(checkedRoundRow({ mcBlockSeqno, part: 0, rangeSeqno: 1, isLast: true, accountCount: 0, rowKeys }));
  }
  await store.insertRows(detectedRoundsTable, batch.rows());
}
