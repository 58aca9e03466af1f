import { TonriverError } from '@tonriver/errors';

/**
 * - `directory_held`: another process has the store, or this one already has.
 * - `store_corrupt`: bytes are not those that were written; the text says which.
 * - `store_failed`: a commit failed. The process must stop: what it has in memory is not what is stored.
 * - `wrong_order`: a round that does not follow the newest one, a second chain, or a second block of one id.
 */
export type DevnetStoreErrorCode = 'directory_held' | 'store_corrupt' | 'store_failed' | 'wrong_order';

export class DevnetStoreError extends TonriverError<DevnetStoreErrorCode> {}
