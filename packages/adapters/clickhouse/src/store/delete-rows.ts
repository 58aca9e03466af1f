import { identifier, type TableDefinition } from '@tonriver/row-schema';
import type { ClickHouseStore } from './click-house-store.ts';

/** ClickHouse refuses statements of more than 256 KiB. */
const KEYS_TEXT_MAX = 128 * 1024;

/**
 * Deletes rows by their sort keys, in every version up to one. Resolves when this server shows them no more; other
 * replicas follow.
 *
 * @param keys as `keyTupleSql` writes them
 */
export async function deleteRows(
  store: Pick<ClickHouseStore, 'command'>,
  table: Pick<TableDefinition, 'name' | 'orderBy' | 'engine'>,
  { keys, versionMax }: { readonly keys: readonly string[]; readonly versionMax: number },
): Promise<void> {
  const { version } = table.engine;
  if (version === undefined) throw new RangeError(`Rows of ${table.name} have no version`);
  const key = table.orderBy.map(identifier).join(', ');
  for (const some of inPieces(keys)) {
    await store.command(
      `DELETE FROM ${identifier(table.name)}
       WHERE (${key}) IN (${some.join(', ')}) AND ${identifier(version)} <= ${versionMax}
       SETTINGS lightweight_deletes_sync = 1`,
    );
  }
}

function inPieces(keys: readonly string[]): readonly (readonly string[])[] {
  const pieces: string[][] = [];
  let textLength = Infinity;
  for (const key of keys) {
    textLength += key.length + 2;
    if (textLength > KEYS_TEXT_MAX) {
      pieces.push([]);
      textLength = key.length;
    }
    pieces.at(-1)!.push(key);
  }
  return pieces;
}
