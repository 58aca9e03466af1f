import { TonriverError } from '@tonriver/errors';

/**
 * - `missing_block`: an end of the range that was asked for is not there.
 * - `conflicting_blocks`: another block is stored under the key of one of the source.
 * - `incomplete_round`: the record of what was published cannot be read.
 * - `nothing_to_fetch`: the source has nothing of what was asked for.
 */
export type FetchErrorCode = 'missing_block' | 'conflicting_blocks' | 'incomplete_round' | 'nothing_to_fetch';

/** The source cannot be published, as it is or as it was asked for. What is wrong with its chain is a `ChainError`. */
export class FetchError extends TonriverError<FetchErrorCode> {}
