import type { ClickHouseStore } from '@tonriver/clickhouse';
import { cellTreesTable, columnsSql, configsTable, hashSql, pickColumns } from '@tonriver/row-schema';
import { type IndexedBlock, LOOK_UP } from './indexed-block.ts';

const configColumns = pickColumns(configsTable, 'hash', 'global_version');
const treeColumns = pickColumns(cellTreesTable, 'boc');

export interface StoredConfig {
  readonly hash: Uint8Array;
  /** 0 before versions were introduced. */
  readonly globalVersion: number;
}

/**
 * The configuration in force: that of the newest key block, or of an initial state since then. An older configuration
 * is not used, because a key block that is not stored may have replaced it.
 */
export async function readConfig(store: ClickHouseStore, block: IndexedBlock): Promise<StoredConfig | undefined> {
  const [row] = await store.select(
    configColumns,
    `SELECT ${columnsSql(configColumns)} FROM configs
      WHERE mc_block_seqno <= {seqno:UInt32} AND mc_block_seqno >= {keySeqno:UInt32}
      ORDER BY mc_block_seqno DESC, row_version DESC LIMIT 1`,
    { seqno: block.seqno, keySeqno: block.keySeqno },
    LOOK_UP,
  );
  if (row === undefined) return undefined;
  return { hash: Uint8Array.from(row.hash), globalVersion: row.globalVersion ?? 0 };
}

/** A tree of cells by the hash of its root, as a bag. */
export async function readTree(store: ClickHouseStore, hash: Uint8Array): Promise<Uint8Array | undefined> {
  const [row] = await store.select(
    treeColumns,
    `SELECT ${columnsSql(treeColumns)} FROM cell_trees WHERE hash = ${hashSql('hash')} LIMIT 1`,
    { hash },
    LOOK_UP,
  );
  return row === undefined ? undefined : Uint8Array.from(row.boc);
}
