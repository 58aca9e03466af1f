import { TonriverError } from '@tonriver/errors';

export type FetchErrorCode =
  | 'missing_block'
  | 'wrong_root_hash'
  | 'wrong_file_hash'
  | 'wrong_block'
  | 'wrong_network'
  | 'broken_link'
  | 'conflicting_blocks'
  | 'incomplete_round'
  | 'nothing_to_fetch';

/** The chain cannot be followed on: the text names the block and the file, and says what would help. Never a skip. */
export class FetchError extends TonriverError<FetchErrorCode> {}
