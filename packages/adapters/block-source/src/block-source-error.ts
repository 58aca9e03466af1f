import { TonriverError } from '@tonriver/errors';

export type BlockSourceErrorCode =
  | 'unreadable_path'
  | 'bad_package'
  | 'bad_block_file'
  | 'wrong_entry_name'
  | 'conflicting_blocks';

/** A source holds something that is not what it claims to be. The text and the fields name the file. */
export class BlockSourceError extends TonriverError<BlockSourceErrorCode> {}
