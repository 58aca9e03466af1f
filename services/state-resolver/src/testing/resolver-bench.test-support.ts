import { join } from 'node:path';
import { bitAt, unpackInitialAccounts } from '@tonriver/block-rows';
import { publishRounds } from '@tonriver/block-fetcher/testing';
import type { BlockSource } from '@tonriver/chain-source';
import { type CellStore, openCellStore } from '@tonriver/cell-store';
import type { Network } from '@tonriver/chain-model';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog } from '@tonriver/stream';
import { consumerGroupOf, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { initialStatesTable, pickColumns, resolvedAccountsTable } from '@tonriver/row-schema';
import { createMetrics, type Metrics } from '@tonriver/telemetry';
import { eventually, tableDigests, temporaryDirectory } from '@tonriver/testing';
import { createStateResolver, type InitialStateFile, type StateResolverDependencies } from '../service.ts';

const PARTITIONS = 3;
/** The tables that the resolver writes. */
const WRITTEN = [
  'account_data',
  'account_states',
  'cell_trees',
  'configs',
  'latest_account_states',
  'initial_states',
  'libraries',
  'resolved_accounts',
  'resolved_blocks',
  'state_progress',
];

/** A chain to resolve, and what is known before its first block. */
export interface ResolvableChain {
  readonly source: BlockSource;
  readonly network: Network;
  readonly initialStates: readonly InitialStateFile[];
}

export interface RunningResolver {
  readonly cells: CellStore;
  readonly metrics: Metrics;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** A real log, real tables and a real cell store in folders of their own. */
export async function openResolverBench({ source, network, initialStates }: ResolvableChain) {
  const folder = temporaryDirectory();
  const topics = topicsOf(network.name, { rawPartitions: PARTITIONS });
  const log: EventLog = await openEmbeddedEventLog({ directory: join(folder.path, 'log'), logger: silentLogger });
  await log.ensureTopics(Object.values(topics));
  // The group is there before anything is sent, so that the log keeps it.
  const groupId = consumerGroupOf(topics.rawBlocks, 'state-resolver');
  const first = await log.consumer({ topic: topics.rawBlocks.name, groupId, batchRecordsMax: 1, batchBytesMax: 1 });
  await first.close();
  const store: ClickHouseStore = await openEmbeddedClickHouse({
    path: join(folder.path, 'clickhouse'),
    database: 'ton_test',
  });
  await migrate(store);
  const producer = await log.producer();
  let cellsDirectory = join(folder.path, 'cells-1');

  const start = async (changes: Partial<StateResolverDependencies> = {}): Promise<RunningResolver> => {
    const cells = await openCellStore({ directory: cellsDirectory });
    const metrics = createMetrics();
    const stop = new AbortController();
    try {
      const resolver = await createStateResolver({
        store,
        log,
        cells,
        topic: topics.rawBlocks,
        network,
        initialStates,
        logger: silentLogger,
        metrics,
        ...changes,
      });
      const ended = runAndClose(resolver.run(stop.signal), cells);
      // Looked at by whoever stops it; until then a failure must not end the test process.
      ended.catch(() => undefined);
      const running = {
        cells,
        metrics,
        ended,
        async stop() {
          stop.abort();
          await ended;
        },
      };
      return running;
    } catch (error) {
      await cells.close();
      throw error;
    }
  };

  return {
    log,
    store,
    producer,
    topics,
    start,
    async publish(range: { readonly from?: number; readonly to?: number; readonly isPartial?: boolean } = {}) {
      const { isPartial = false, ...rounds } = range;
      await publishRounds({ source, network, log, producer, topics, ...rounds, allowPartialRounds: isPartial });
    },
    /** Waits until everything that was published is committed, or the resolver has failed. */
    async untilDone(running: RunningResolver): Promise<void> {
      const failure = running.ended.then(() => Promise.reject(new Error('it has ended')));
      const done = eventually(
        async () => {
          const ends = await log.endOffsets(topics.rawBlocks.name);
          const committed = await log.committedOffsets(topics.rawBlocks.name, groupId);
          return ends.every((end, partition) => (committed[partition] ?? 0n) === end);
        },
        { timeoutMs: 240_000 },
      );
      await Promise.race([done, failure]);
    },
    /** Opens the cells once more, to look at what is there. */
    async withCells<Result>(look: (cells: CellStore) => Result | Promise<Result>): Promise<Result> {
      const cells = await openCellStore({ directory: cellsDirectory });
      try {
        return await look(cells);
      } finally {
        await cells.close();
      }
    },
    /** As if the directory of the cells had been lost. */
    forgetCells(): void {
      cellsDirectory = join(folder.path, `cells-${Math.random()}`);
    },
    digests: () => tableDigests(store, WRITTEN),
    /** How many rows of contract data there are, and how many the records of blocks and initial states speak of. */
    async dataRows(): Promise<{ readonly stored: number; readonly recorded: number }> {
      const blocks = pickColumns(resolvedAccountsTable, 'data_rows');
      const states = pickColumns(initialStatesTable, 'accounts');
      const ofBlocks = await store.select(blocks, 'SELECT data_rows FROM resolved_accounts FINAL');
      const ofStates = await store.select(states, 'SELECT accounts FROM initial_states FINAL');
      const [counted] = await store.query<{ stored: string }>('SELECT count() AS stored FROM account_data FINAL');
      const bits = ofBlocks.flatMap(({ dataRows }) =>
        Array.from({ length: dataRows.length * 8 }, (_, index) => bitAt(dataRows, index)),
      );
      const accounts = ofStates.flatMap((row) => unpackInitialAccounts(row.accounts));
      const recorded = [...bits, ...accounts.map(({ hasData }) => hasData)].filter(Boolean).length;
      return { stored: Number(counted?.stored ?? 0), recorded };
    },
    async close(): Promise<void> {
      await log.close();
      await store.close();
      folder.remove();
    },
  };
}

async function runAndClose(run: Promise<void>, cells: CellStore): Promise<void> {
  try {
    await run;
  } finally {
    await cells.close();
  }
}

export type ResolverBench = Awaited<ReturnType<typeof openResolverBench>>;
