import { TonriverError } from '@tonriver/errors';

export type BlockRowsErrorCode = 'missing_tree' | 'missing_state_init' | 'missing_message' | 'contradicting_row';

/** A transaction cannot be rebuilt from what is stored. */
export class BlockRowsError extends TonriverError<BlockRowsErrorCode> {}
