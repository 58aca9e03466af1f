import { TonriverError } from '@tonriver/errors';

export type BlockSourceErrorCode =
  | 'unreadable_path'
  | 'bad_package'
  | 'bad_block_file'
  | 'wrong_entry_name'
  | 'conflicting_blocks';

/** The error of a damaged or unreadable source. Its message and fields name the file. */
export class BlockSourceError extends TonriverError<BlockSourceErrorCode> {}
