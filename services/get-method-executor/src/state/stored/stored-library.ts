import type { Hash } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, hashSql, librariesTable, pickColumns } from '@tonriver/row-schema';
import type { LibraryFinding } from '../chain-state.ts';
import { type IndexedBlock, LOOK_UP } from './indexed-block.ts';
import { isComplete } from './stored-account.ts';
import { readTree } from './stored-config.ts';

const columns = pickColumns(librariesTable, 'mc_block_seqno', 'is_public');

/**
 * A public library of the masterchain at a block. Its last known row counts if the range goes back that far or the
 * whole state is known. Otherwise the library may have been added or removed since.
 */
export async function readLibrary(store: ClickHouseStore, hash: Hash, block: IndexedBlock): Promise<LibraryFinding> {
  const [row] = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM libraries FINAL
      WHERE hash = ${hashSql('hash')} AND mc_block_seqno <= {seqno:UInt32} ORDER BY mc_block_seqno DESC LIMIT 1`,
    { hash, seqno: block.seqno },
    LOOK_UP,
  );
  const isCertain =
    (row !== undefined && row.mcBlockSeqno >= block.range.firstSeqno) || (await isComplete(store, block.seqno));
  if (!isCertain) return 'unknown';
  if (row?.isPublic !== true) return 'absent';
  return (await readTree(store, hash)) ?? 'unknown';
}
