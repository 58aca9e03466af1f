import { versionOfRange } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';

/**
 * Has the traces deleted that were assembled from starts which another range has passed: they lack the senders before.
 *
 * ClickHouse keeps what it was asked for, whoever dies, and does it in its own time: it writes all parts of the table
 * anew. Nobody waits for that. Nobody finds those traces by a transaction either, here or on a replica that is behind:
 * the trace ids of the earlier range, which count, are written before.
 */
export async function forgetTraces(store: ClickHouseStore, starts: readonly number[]): Promise<void> {
  if (starts.length === 0) return;
  await store.command(
    `ALTER TABLE traces DELETE WHERE has({versions:Array(UInt64)}, bitShiftRight(version, 32))
     SETTINGS mutations_sync = 0`,
    { versions: starts.map((first) => versionOfRange({ first })) },
  );
}
