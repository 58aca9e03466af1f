import { bodiesOfPart, type StoredTrees } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  type CellTreeRow,
  cellTreesTable,
  columnsSql,
  hashListSql,
  NO_ROUND,
  type QueryParameters,
  type StateInitRow,
  stateInitsTable,
  transactionPartsTable,
} from '@tonriver/row-schema';
import { attempt } from './attempt.ts';
import { valueText } from './finding.ts';
import { longQuery } from './ranges.ts';

/** Hashes of one query: their text must fit into a query (256 KiB) and into one parameter of a URL (128 KiB). */
const HASHES_PER_QUERY = 1000;

/**
 * Loads everything that the selected rows of `messages` name by hash. The condition must fit `block_transactions` too,
 * which leads to the parts that have the bodies.
 */
export async function loadTreesOf(
  store: ClickHouseStore,
  condition: string,
  parameters: QueryParameters,
): Promise<StoredTrees> {
  const ofMessages = `FROM messages WHERE ${condition}`;
  const namedInits = `(SELECT assumeNotNull(named) FROM (SELECT init_hash AS named ${ofMessages}) WHERE isNotNull(named))`;
  const initRows = await store.select(
    stateInitsTable.columns,
    `SELECT ${columnsSql(stateInitsTable.columns)} FROM state_inits FINAL WHERE hash IN ${namedInits}`,
    parameters,
    longQuery,
  );
  // The engine finds the hashes itself: as parameters they would need several queries, and each reads much.
  const treeRows = await store.select(
    cellTreesTable.columns,
    `SELECT ${columnsSql(cellTreesTable.columns)} FROM cell_trees FINAL WHERE hash IN (
       SELECT body_hash ${ofMessages}
       UNION ALL
       SELECT assumeNotNull(named) FROM (
         SELECT arrayJoin([code_hash, if(data_boc = '', data_hash, NULL), library_hash]) AS named
         FROM state_inits WHERE hash IN ${namedInits}
       ) WHERE isNotNull(named))`,
    parameters,
    longQuery,
  );
  const inits = new Map(initRows.map((row) => [valueText(row.hash), row]));
  const trees = new Map(treeRows.map(({ hash, boc }) => [valueText(hash), boc]));
  const bodies = await loadBodies(store, condition, parameters);
  return { tree: (hash) => trees.get(hash) ?? bodies.get(hash), stateInit: (hash) => inits.get(hash) };
}

/** Bodies of messages by hash, from the parts of blocks. Parts that cannot be read are left to their own proof. */
async function loadBodies(
  store: ClickHouseStore,
  condition: string,
  parameters: QueryParameters,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { columns } = transactionPartsTable;
  const parts = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM transaction_parts FINAL
     WHERE kind = 'cells' AND (block_round, workchain, shard, seqno) IN (
       SELECT ifNull(mc_block_seqno, ${NO_ROUND}), workchain, shard, seqno FROM block_transactions FINAL
       WHERE ${condition})`,
    parameters,
    longQuery,
  );
  return new Map(
    parts.flatMap((part) => {
      const read = attempt(() => bodiesOfPart(part));
      return read.ok ? [...read.value] : [];
    }),
  );
}

/** Returns the hashes of the trees of a StateInit in `cell_trees`; data that is stored in its own row is not there. */
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
