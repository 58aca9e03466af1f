import type { StoredTrees } from '@tonriver/block-rows';
import {
  type CellTreeRow,
  cellTreesTable,
  type ClickHouseStore,
  columnsSql,
  hashListSql,
  type MessageRow,
  type StateInitRow,
  stateInitsTable,
} from '@tonriver/clickhouse';
import { valueText } from './finding.ts';
import { longQuery } from './ranges.ts';

/** Hashes of one query: their text must fit into a query (256 KiB) and into one parameter of a URL (128 KiB). */
const HASHES_PER_QUERY = 1000;

/** Everything that rows of messages name by hash. */
export async function loadTreesOf(store: ClickHouseStore, messages: readonly MessageRow[]): Promise<StoredTrees> {
  const inits = await loadStateInits(
    store,
    messages.flatMap(({ initHash }) => initHash ?? []),
  );
  const trees = await loadTrees(store, [
    ...messages.map(({ bodyHash }) => bodyHash),
    ...[...inits.values()].flatMap(treesOfStateInit),
  ]);
  return { tree: (hash) => trees.get(hash), stateInit: (hash) => inits.get(hash) };
}

/** The trees that a StateInit names in `cell_trees`: data that is stored beside it, without its code, is not there. */
export function treesOfStateInit(row: StateInitRow): readonly Uint8Array[] {
  const dataHash = row.dataBoc.length === 0 ? row.dataHash : null;
  return [row.codeHash, dataHash, row.libraryHash].flatMap((hash) => hash ?? []);
}

/** Bags of cells by hash (lower-case hex). */
export async function loadTrees(
  store: ClickHouseStore,
  hashes: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { columns } = cellTreesTable;
  const rows = await inChunks(hashes, (chunk) =>
    store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM cell_trees FINAL WHERE hash IN ${hashListSql('hashes')}`,
      { hashes: chunk },
      longQuery,
    ),
  );
  return new Map(rows.map(({ hash, boc }: CellTreeRow) => [valueText(hash), boc]));
}

async function loadStateInits(
  store: ClickHouseStore,
  hashes: readonly Uint8Array[],
): Promise<ReadonlyMap<string, StateInitRow>> {
  const { columns } = stateInitsTable;
  const rows = await inChunks(hashes, (chunk) =>
    store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM state_inits FINAL WHERE hash IN ${hashListSql('hashes')}`,
      { hashes: chunk },
      longQuery,
    ),
  );
  return new Map(rows.map((row) => [valueText(row.hash), row]));
}

async function inChunks<Row>(
  hashes: readonly Uint8Array[],
  load: (chunk: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const distinct = [...new Set(hashes.map(valueText))];
  const rows: Row[] = [];
  for (let start = 0; start < distinct.length; start += HASHES_PER_QUERY) {
    rows.push(...(await load(distinct.slice(start, start + HASHES_PER_QUERY))));
  }
  return rows;
}
