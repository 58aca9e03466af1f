import { columnsSql, pickColumns, stateProgressTable } from '@tonriver/row-schema';
import type { ReadingStore, Visibility } from '@tonriver/chain-reader';

const columns = pickColumns(stateProgressTable, 'last_seqno');

/** Tells whether every account of the network is known in a round of the range, and therefore in all later ones. */
export type IsKnownFrom = (range: NonNullable<Visibility['range']>) => Promise<boolean>;

/**
 * Creates the check. Rounds after one in which every account is known are whole, so what is once true stays true for a
 * range that grows, and is remembered.
 */
export function createKnownFrom(store: ReadingStore): IsKnownFrom {
  let known: { readonly firstSeqno: number; readonly fromSeqno: number } | undefined;
  return async function isKnownFrom({ firstSeqno, lastSeqno }) {
    if (known?.firstSeqno === firstSeqno && lastSeqno >= known.fromSeqno) return true;
    // A range of rounds has a row for each time that it grew, until the engine merges them.
    const [row] = await store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM state_progress FINAL
       WHERE first_seqno <= ${lastSeqno} AND last_seqno >= ${firstSeqno} AND is_complete LIMIT 1`,
      {},
      { onlyReads: ['state_progress'] },
    );
    if (row === undefined) return false;
    known = { firstSeqno, fromSeqno: lastSeqno };
    return true;
  };
}
