import { versionOfRange } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';

/**
 * Deletes the traces that were assembled from starts which another range has passed: they lack the senders before.
 *
 * This does not wait: ClickHouse keeps the request, also when a process dies, and writes all parts of the table anew in
 * its own time. Until then no transaction leads to these traces, here or on a replica that is behind: the trace ids of
 * the earlier range, which count, are written first.
 */
export async function forgetTraces(store: ClickHouseStore, starts: readonly number[]): Promise<void> {
  if (starts.length === 0) return;
  await store.command(
    `ALTER TABLE traces DELETE WHERE has({versions:Array(UInt64)}, bitShiftRight(version, 32))
     SETTINGS mutations_sync = 0`,
    { versions: starts.map((first) => versionOfRange({ first })) },
  );
}
