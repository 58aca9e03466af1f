import { TonriverError } from '@tonriver/errors';

/**
 * - `missing_block`: a block that something names is not in the source. The only code that waiting may mend.
 * - `wrong_block`, `wrong_root_hash`, `wrong_file_hash`: bytes are not the block that they are said to be.
 * - `wrong_network`: a block is of another network, or its chain begins in another zero state.
 * - `broken_link`: a block names another one before it than the one that is there.
 */
export type ChainErrorCode =
  | 'missing_block'
  | 'wrong_root_hash'
  | 'wrong_file_hash'
  | 'wrong_block'
  | 'wrong_network'
  | 'broken_link';

/** The chain cannot be followed on: the text names the block and the file, and says what would help. Never a skip. */
export class ChainError extends TonriverError<ChainErrorCode> {}
