import { TonriverError } from '@tonriver/errors';

export type BlockSourceErrorCode =
  | 'unreadable_path'
  | 'bad_package'
  | 'bad_block_file'
  | 'wrong_entry_name'
  | 'conflicting_blocks'
  /** A devnet does not answer, or answers with what this adapter does not know. */
  | 'devnet_unreachable'
  | 'devnet_unknown_answer';

/** The error of a damaged or unreadable source. Its message and fields name the file. */
export class BlockSourceError extends TonriverError<BlockSourceErrorCode> {}
