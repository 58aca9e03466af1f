import { hashToHex } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { cellTreesTable, columnsSql, hashListSql, pickColumns } from '@tonriver/row-schema';

const columns = pickColumns(cellTreesTable, 'hash', 'boc');

/** Trees of cells by the hash of their root, hex; those that are not stored are left out. */
export async function readTrees(
  store: ClickHouseStore,
  hashes: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (hashes.length === 0) return new Map();
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM cell_trees WHERE hash IN ${hashListSql('hashes')} LIMIT 1 BY hash`,
    { hashes: hashes.map(hashToHex) },
    { threadsMax: 1 },
  );
  // Copied, because values are views of the whole result.
  return new Map(rows.map(({ hash, boc }) => [hashToHex(hash), Uint8Array.from(boc)]));
}

export async function readTree(store: ClickHouseStore, hash: Uint8Array): Promise<Uint8Array | undefined> {
  return (await readTrees(store, [hash])).get(hashToHex(hash));
}
