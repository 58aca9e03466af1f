import { TonriverError } from '@tonriver/errors';

export type CacheErrorCode = 'cache_key_invalid' | 'cache_ttl_invalid' | 'cache_batch_too_large';

/** A mistake of the caller. An unreachable store is never an error. */
export class CacheError extends TonriverError<CacheErrorCode> {}
