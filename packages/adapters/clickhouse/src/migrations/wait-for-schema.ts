import { setTimeout as sleep } from 'node:timers/promises';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';
import { checkSchema } from './check-schema.ts';
import { isMigrating } from './migration-lock.ts';
import { requireSchema } from './schema-state.ts';

const LOOK_AGAIN_MS = 2_000;
const GUARD_MS = 10_000;

export interface WaitForSchemaOptions {
  readonly signal: AbortSignal;
  /** Called with the reason for waiting, and again when it changes. */
  readonly onWait?: (message: string) => void;
}

/**
 * Waits until the database has a schema that this program may use: `npx tonriver migrate` makes it, before or while
 * services start. Also waits for the end of a migration that has changed some tables already. Only programs that do not
 * share their database migrate by themselves.
 *
 * @throws {ClickHouseStoreError} `clickhouse_schema_newer`, `clickhouse_schema_mismatch`: waiting would not help
 */
export async function waitForSchema(store: ClickHouseStore, options: WaitForSchemaOptions): Promise<void> {
  for (let told = ''; ; ) {
    options.signal.throwIfAborted();
    try {
      await checkSchema(store);
      return;
    } catch (error) {
      if (!(error instanceof ClickHouseStoreError)) throw error;
      const isHalfMigrated = error.code === 'clickhouse_schema_mismatch' && (await isMigrating(store));
      if (error.code !== 'clickhouse_schema_older' && !error.isRetryable && !isHalfMigrated) throw error;
      if (error.message !== told) options.onWait?.(error.message);
      told = error.message;
    }
    await sleep(LOOK_AGAIN_MS, undefined, { signal: options.signal });
  }
}

/**
 * Fails when a newer release migrates the database to a schema that no longer admits this program: its rows would be
 * written under wrong names. Resolves when the signal aborts.
 *
 * @throws {ClickHouseStoreError} `clickhouse_schema_newer`
 */
export async function guardSchema(store: ClickHouseStore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await requireSchema(store).catch((error: unknown) => {
      if (signal.aborted) return;
      // Nothing is written while ClickHouse is away. `waitForSchema` waits for tables that are not there yet.
      const mayPass =
        error instanceof ClickHouseStoreError && (error.isRetryable || error.code === 'clickhouse_schema_older');
      if (!mayPass) throw error;
    });
    await sleep(GUARD_MS, undefined, { signal }).catch(() => undefined);
  }
}
