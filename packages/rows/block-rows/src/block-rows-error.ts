import { TonriverError } from '@tonriver/errors';

export type BlockRowsErrorCode =
  | 'missing_tree'
  | 'missing_state_init'
  | 'missing_message'
  | 'contradicting_row'
  | 'missing_rows'
  | 'bad_snapshot'
  /** A row of contract data leaves out a cell that no row of the account has. */
  | 'missing_cell';

/** Stored rows do not give back what they were made from. */
export class BlockRowsError extends TonriverError<BlockRowsErrorCode> {}
