import { versionOfRange } from '@tonriver/block-rows';
import { type ClickHouseStore, deleteRows, type DeletionWait } from '@tonriver/clickhouse';

/**
 * Deletes the traces that were assembled from starts which another range has passed: they lack the senders before.
 *
 * Nobody finds them by a transaction while they are still there, here or on a replica that is behind: the trace ids of
 * the earlier range, which count, are written before.
 */
export async function forgetTraces(
  store: ClickHouseStore,
  starts: readonly number[],
  wait: DeletionWait,
): Promise<void> {
  if (starts.length === 0) return;
  await deleteRows(
    store,
    {
      table: 'traces',
      where: 'has({versions:Array(UInt64)}, bitShiftRight(version, 32))',
      parameters: { versions: starts.map((first) => versionOfRange({ first })) },
    },
    wait,
  );
}
