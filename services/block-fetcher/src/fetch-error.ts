import { TonriverError } from '@tonriver/errors';

/**
 * - `missing_block`: the source lacks the first or last masterchain block of the requested range.
 * - `conflicting_blocks`: the source and the store have different blocks with one key.
 * - `incomplete_round`: the saved progress cannot be read.
 * - `nothing_to_fetch`: the source has no block of the requested range.
 */
export type FetchErrorCode = 'missing_block' | 'conflicting_blocks' | 'incomplete_round' | 'nothing_to_fetch';

/** The source cannot be published, or not as requested. Faults of its chain are `ChainError`s. */
export class FetchError extends TonriverError<FetchErrorCode> {}
