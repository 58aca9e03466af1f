import { TonriverError } from '@tonriver/errors';

type BlockRowsErrorCode =
  | 'missing_tree'
  | 'missing_state_init'
  | 'missing_message'
  | 'contradicting_row'
  | 'missing_rows'
  | 'bad_snapshot'
  | 'bad_part_links'
  | 'bad_part_states'
  /** A row of contract data refers to a cell that no row of the account has. */
  | 'missing_cell';

/** Rows cannot be converted back to cells or state, because some are missing or contradict each other. */
export class BlockRowsError extends TonriverError<BlockRowsErrorCode> {}
