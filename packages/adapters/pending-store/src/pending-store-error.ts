import { TonriverError } from '@tonriver/errors';

/**
 * - `unavailable`: the store cannot be reached, or does not answer in time.
 * - `not_ready`: nobody says that all live traces are in the store: the message-emulator does not run, or the store
 *   lost what it had and gets it back. To a writer: the store has lost something since it was looked through.
 * - `too_many`: more traces than one call reads.
 * - `too_large`: a trace that is larger than what is kept of one. Others of the same call may be kept.
 */
export type PendingStoreErrorCode = 'unavailable' | 'not_ready' | 'too_many' | 'too_large';

/** Why pending traces cannot be read or written now. An empty answer would be wrong. */
export class PendingStoreError extends TonriverError<PendingStoreErrorCode> {}
