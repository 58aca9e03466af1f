import { TonriverError } from '@tonriver/errors';

/**
 * - `unavailable`: the store cannot be reached, or does not answer in time.
 * - `not_ready`: nobody says that all live traces are in the store: the message-emulator does not run, or the store lost
 *   what it had and gets it back.
 */
export type PendingStoreErrorCode = 'unavailable' | 'not_ready';

/** Why pending traces cannot be read or written now. An empty answer would be wrong. */
export class PendingStoreError extends TonriverError<PendingStoreErrorCode> {}
