import { TonriverError } from '@tonriver/errors';

/**
 * - `missing_block`: the source does not have a block that another one names. Only this error may pass by waiting.
 * - `wrong_block`, `wrong_root_hash`, `wrong_file_hash`: the bytes are not those of the named block.
 * - `wrong_network`: the block is of another network, or its chain begins with another zero state.
 * - `broken_link`: a block names another predecessor than the one in the source.
 */
export type ChainErrorCode =
  | 'missing_block'
  | 'wrong_root_hash'
  | 'wrong_file_hash'
  | 'wrong_block'
  | 'wrong_network'
  | 'broken_link';

/** The chain cannot be followed further. The message names the block and the file, and says what would help. */
export class ChainError extends TonriverError<ChainErrorCode> {}
