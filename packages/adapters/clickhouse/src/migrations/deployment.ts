import { columnsSql, createRowBatch, type DeploymentRow, deploymentTable, schemaVersion } from '@tonriver/row-schema';
import type { Logger } from '@tonriver/logger';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';
import { waitForSchema } from './wait-for-schema.ts';

/** The identity of a network. The global id alone does not identify one: private networks share ids. */
export interface NetworkIdentity {
  readonly network: string;
  readonly globalId: number;
  readonly zeroStateRootHash: Uint8Array;
  readonly zeroStateFileHash: Uint8Array;
}

/** The identity and versions recorded in the database; null before the first `recordDeployment`. */
export async function readDeployment(store: ClickHouseStore): Promise<DeploymentRow | null> {
  const columns = deploymentTable.columns;
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM deployment FINAL ORDER BY revision DESC, network LIMIT 1`,
  );
  return rows[0] ?? null;
}

/** Stands for "no parser has written here yet". */
const NO_PARSER_YET = 0;

/**
 * Records which network the database holds and which versions write it; repeatable. A database that already holds
 * another network is `clickhouse_deployment_mismatch`: rows of two networks must never meet.
 *
 * @param parserVersion the parser's own; a service that parses nothing leaves it out, and what is recorded stays
 */
export async function recordDeployment(
  store: ClickHouseStore,
  identity: NetworkIdentity,
  parserVersion?: number,
): Promise<void> {
  const found = await readDeployment(store);
  const version = parserVersion ?? found?.parserVersion ?? NO_PARSER_YET;
  if (found !== null) checkIdentity(store.database, identity, found);
  const row: DeploymentRow = {
    ...identity,
    schemaVersion,
    parserVersion: version,
    revision: (BigInt(schemaVersion) << 32n) | BigInt(version),
  };
  if (found !== null && found.revision >= row.revision) return;
  const batch = createRowBatch(deploymentTable);
  batch.add(row);
  await store.insertRows(deploymentTable, batch.rows());
}

function checkIdentity(database: string, expected: NetworkIdentity, found: DeploymentRow): void {
  const differences = [
    ['network', expected.network, found.network],
    ['globalId', expected.globalId, found.globalId],
    ['zeroStateRootHash', hex(expected.zeroStateRootHash), hex(found.zeroStateRootHash)],
    ['zeroStateFileHash', hex(expected.zeroStateFileHash), hex(found.zeroStateFileHash)],
  ] as const;
  for (const [field, wanted, stored] of differences) {
    if (wanted === stored) continue;
    throw new ClickHouseStoreError(
      'clickhouse_deployment_mismatch',
      `Database ${database} holds network ${found.network} (${field} ${stored}), not ${expected.network} (${wanted})`,
      { database, field, expected: wanted, found: stored },
    );
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Conditions that the database must meet before a writing service starts. */
export interface PrepareDeploymentOptions {
  /** The network that the service is configured for. */
  readonly network: Omit<NetworkIdentity, 'network'> & { readonly name: string };
  /** Of the parser only. */
  readonly parserVersion?: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Waits for the tables of this release, then records which network the database holds, or checks it.
 *
 * @throws {ClickHouseStoreError} `clickhouse_schema_newer`, `clickhouse_schema_mismatch`,
 *   `clickhouse_deployment_mismatch`
 */
export async function prepareDeployment(store: ClickHouseStore, options: PrepareDeploymentOptions): Promise<void> {
  const { network, parserVersion, logger, signal } = options;
  const { name, globalId, zeroStateRootHash, zeroStateFileHash } = network;
  await waitForSchema(store, { signal, onWait: (message) => logger.warn(message) });
  await recordDeployment(store, { network: name, globalId, zeroStateRootHash, zeroStateFileHash }, parserVersion);
}
