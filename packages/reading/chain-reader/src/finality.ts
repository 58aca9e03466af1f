import type { BlockRow } from '@tonriver/row-schema';

/**
 * How certain a transaction or a block is, in the words of the API, and one more:
 *
 * - `pending`: computed from a message that no block has yet. It may never happen.
 * - `confirmed`: in a signed shard block that no masterchain block refers to yet.
 * - `partial`: stored from a block whose round is not known, because the operator allowed it. Only used inside.
 * - `finalized`: in a block of a known round.
 */
export type Finality = 'pending' | 'confirmed' | 'partial' | 'finalized';

/** The kinds that ClickHouse holds. */
export type StoredFinality = Extract<Finality, 'partial' | 'finalized'>;

/** Returns the finality of a row: of a block, a transaction, a part, or a place that leads to them. */
export function finalityOf({ mcBlockSeqno }: { readonly mcBlockSeqno: number | null }): StoredFinality {
  return mcBlockSeqno === null ? 'partial' : 'finalized';
}

/** Tells whether rows of it are stored. Of what is not, no row can be missing. */
export function isStored({ finality }: { readonly finality: Finality }): boolean {
  switch (finality) {
    case 'partial':
    case 'finalized':
      return true;
    case 'pending':
    case 'confirmed':
      return false;
  }
}

/** A block with its finality. The round of a finalized one is known. */
export type BlockRecord = BlockRow &
  (
    | { readonly finality: 'finalized'; readonly mcBlockSeqno: number }
    | { readonly finality: 'partial'; readonly mcBlockSeqno: null }
  );

/** Makes the record of a block. The row becomes the record; it is not copied. */
export function blockRecordOf(row: BlockRow): BlockRecord {
  return Object.assign(row, { finality: finalityOf(row) }) as BlockRecord;
}
