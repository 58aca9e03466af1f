import { TonriverError } from '@tonriver/errors';

/**
 * Errors of values of the chain. Errors of the cells themselves are `BocError`s.
 *
 * - `bad_tag`: a constructor tag that the type does not have.
 * - `bad_value`: a field outside its range, or a value that cannot be stored.
 * - `bad_dictionary`: a label, key or fork that no dictionary of that kind has.
 * - `bad_text`: a textual form (address, hash, shard) that cannot be read.
 * - `trailing_data`: bits or references are left where the type ends.
 */
export type ChainModelErrorCode = 'bad_tag' | 'bad_value' | 'bad_dictionary' | 'bad_text' | 'trailing_data';

/** A well-formed cell that is not the chain type it was read as. Never retryable: the bytes will not change. */
export class ChainModelError extends TonriverError<ChainModelErrorCode> {}

/** The error for a constructor tag that `type` does not have. */
export function badTag(type: string, tag: number | bigint): ChainModelError {
  return new ChainModelError('bad_tag', `${type} has no constructor with tag ${tag}`, { type, tag });
}

/** The error for a field of `type` that lies outside its range. */
export function badValue(type: string, field: string, value?: string | number | bigint): ChainModelError {
  return new ChainModelError('bad_value', `${field} of ${type} is out of range`, { type, field, value });
}
