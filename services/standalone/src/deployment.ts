import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { type CellStore, openCellStore } from '@tonriver/cell-store';
import type { Network } from '@tonriver/chain-model';
import { createEmbeddedStore, type EmbeddedEngine, openEmbeddedEngine } from '@tonriver/chdb';
import { type ClickHouseStore, migrate, recordDeployment } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog } from '@tonriver/stream';
import { type Topic, type TopicName, topicsOf } from '@tonriver/events';
import { makePrivateDirectory, type Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import { PARSER_VERSION } from '@tonriver/parser/service';
import { RAW_PARTITIONS } from './config.ts';
import { refuseOtherNetwork } from './one-network.ts';

/** An open data directory: the log, the tables and the cells of one network. */
export interface Deployment {
  readonly log: EventLog;
  readonly engine: EmbeddedEngine;
  /** For the services that read events. */
  readonly store: ClickHouseStore;
  /** For the get-method executor: with connections of its own, so that neither of the two waits for the other. */
  readonly executorStore: ClickHouseStore;
  /** Live cells of the account states. */
  readonly cells: CellStore;
  readonly topics: Readonly<Record<TopicName, Topic>>;
}

/**
 * Opens a data directory, and creates it if it is missing. The event log is opened first, because its lock refuses a
 * second process before anything is changed.
 */
export async function openDeployment(
  scope: Scope,
  {
    dataDirectory,
    network,
    logger,
  }: { readonly dataDirectory: string; readonly network: Network; readonly logger: Logger },
): Promise<Deployment> {
  makePrivateDirectory(dataDirectory);
  // The stores would not name the directory if this user has no access to it.
  await access(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  const log = await scope.start(
    'event log',
    () => openEmbeddedEventLog({ directory: join(dataDirectory, 'log'), logger: logger.child({ component: 'log' }) }),
    (opened) => opened.close(),
  );
  const cells = await scope.start(
    'cell store',
    () => openCellStore({ directory: join(dataDirectory, 'cells') }),
    (opened) => opened.close(),
  );
  const engine = await scope.start(
    'clickhouse engine',
    () => openEmbeddedEngine({ path: join(dataDirectory, 'clickhouse') }),
    (opened) => opened.close(),
  );
  const database = databaseOf(network.name);
  await refuseOtherNetwork(engine, { database, dataDirectory });
  const store = await scope.start(
    'clickhouse',
    () => createEmbeddedStore({ engine, database }),
    (opened) => opened.close(),
  );
  const executorStore = await scope.start(
    'clickhouse for the executor',
    () => createEmbeddedStore({ engine, database }),
    (opened) => opened.close(),
  );
  scope.step({ name: 'migrations of the tables' });
  // Only this process uses the directory, so a migration lock in it was left by a killed process.
  await migrate(store, { silenceSecondsMax: -1 });
  const { name, globalId, zeroStateRootHash, zeroStateFileHash } = network;
  const identity = { network: name, globalId, zeroStateRootHash, zeroStateFileHash };
  await recordDeployment(store, identity, PARSER_VERSION);
  const topics = topicsOf(network.name, { rawPartitions: RAW_PARTITIONS });
  await log.ensureTopics(Object.values(topics));
  return { log, engine, store, executorStore, cells, topics };
}

/** Returns the name of a network's database. A server may have the databases of several networks. */
function databaseOf(network: string): string {
  return `ton_${network}`;
}
