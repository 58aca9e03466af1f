import type { Hash } from '@tonriver/chain-model';
import { columnsSql, hashSql, librariesTable, pickColumns } from '@tonriver/row-schema';
import type { ReadingStore } from '../store/reading-store.ts';
import type { IndexedBlock } from './indexed-block.ts';
import { isComplete } from './stored-account.ts';

const columns = pickColumns(librariesTable, 'mc_block_seqno', 'is_public');

/**
 * Tells whether a public library is in the masterchain at a block. Its last known row counts if the range goes back
 * that far or the whole state is known. Otherwise the library may have been added or removed since.
 */
export async function readLibraryPresence(
  store: ReadingStore,
  hash: Hash,
  block: IndexedBlock,
): Promise<'present' | 'absent' | 'unknown'> {
  const [row] = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM libraries FINAL
      WHERE hash = ${hashSql('hash')} AND mc_block_seqno <= {seqno:UInt32} ORDER BY mc_block_seqno DESC LIMIT 1`,
    { hash, seqno: block.seqno },
  );
  const isCertain =
    (row !== undefined && row.mcBlockSeqno >= block.range.firstSeqno) || (await isComplete(store, block.seqno));
  if (!isCertain) return 'unknown';
  return row?.isPublic === true ? 'present' : 'absent';
}
