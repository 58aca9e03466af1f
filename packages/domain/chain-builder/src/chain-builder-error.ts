import { TonriverError } from '@tonriver/errors';

/** Errors of a plan, and violated invariants of the chain. */
export type ChainBuilderErrorCode =
  | 'bad_option'
  | 'bad_record'
  | 'bad_state'
  | 'unknown_shard'
  | 'wrong_order'
  | 'bad_outcome'
  | 'unknown_message'
  | 'message_taken'
  | 'unbalanced_block'
  | 'unknown_validator';

/** The chain cannot execute a plan. Never retryable: the same plan fails the same way. */
export class ChainBuilderError extends TonriverError<ChainBuilderErrorCode> {}
