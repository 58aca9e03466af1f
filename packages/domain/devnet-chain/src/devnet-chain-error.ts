import { TonriverError } from '@tonriver/errors';

/**
 * - `bad_option`: an option of the network is out of its range.
 * - `bad_bag`: bytes that are no bag of cells, or one that ends too early.
 * - `bad_message`: cells that are no external message to an account of this network; the text says what is wrong.
 * - `bad_config`: a change of the configuration that is malformed, or with which the devnet could not go on.
 * - `queue_full`: too many messages wait, or too many for one account (`fields.account`). Retryable.
 * - `bad_genesis`: a genesis that is malformed; the text names the member.
 * - `bad_inputs`: a value that is not what `RoundInputs` says.
 * - `bad_outcome`: an executor returned what cannot be the outcome of the transaction.
 */
export type DevnetChainErrorCode =
  | 'bad_option'
  | 'bad_bag'
  | 'bad_message'
  | 'bad_config'
  | 'queue_full'
  | 'bad_genesis'
  | 'bad_inputs'
  | 'bad_outcome';

export class DevnetChainError extends TonriverError<DevnetChainErrorCode> {}
