import { TonriverError } from '@tonriver/errors';

/** Everything that a plan can get wrong, and everything that must never happen in a chain that is being built. */
export type ChainBuilderErrorCode =
  | 'bad_option'
  | 'unknown_shard'
  | 'wrong_order'
  | 'bad_outcome'
  | 'unknown_message'
  | 'message_taken'
  | 'unbalanced_block'
  | 'unknown_validator';

/** A plan that the chain cannot carry out. Never retryable: the same plan fails the same way. */
export class ChainBuilderError extends TonriverError<ChainBuilderErrorCode> {}
