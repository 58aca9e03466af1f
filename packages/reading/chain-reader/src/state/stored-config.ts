import { columnsSql, configsTable, pickColumns } from '@tonriver/row-schema';
import type { ReadingStore } from '../store/reading-store.ts';
import type { IndexedBlock } from './indexed-block.ts';

const configColumns = pickColumns(configsTable, 'hash', 'global_version');

export interface StoredConfig {
  readonly hash: Uint8Array;
  /** 0 before versions were introduced. */
  readonly globalVersion: number;
}

/**
 * The configuration in force: that of the newest key block, or of an initial state since then. An older configuration
 * is not used, because a key block that is not stored may have replaced it.
 */
export async function readStoredConfig(store: ReadingStore, block: IndexedBlock): Promise<StoredConfig | undefined> {
  const [row] = await store.select(
    configColumns,
    `SELECT ${columnsSql(configColumns)} FROM configs
      WHERE mc_block_seqno <= {seqno:UInt32} AND mc_block_seqno >= {keySeqno:UInt32}
      ORDER BY mc_block_seqno DESC, row_version DESC LIMIT 1`,
    { seqno: block.seqno, keySeqno: block.keySeqno },
  );
  if (row === undefined) return undefined;
  return { hash: Uint8Array.from(row.hash), globalVersion: row.globalVersion ?? 0 };
}
