import { TonriverError } from '@tonriver/errors';

export type StateResolverErrorCode =
  /** A file that was given as an initial state is none, or cannot be read. */
  | 'initial_state_invalid'
  /** Nothing that is trusted names the state: neither the network, nor a zero state, nor a block. */
  | 'initial_state_unnamed'
  /** The state's block was processed before the state was given. */
  | 'initial_state_late'
  /** The store was made for another network. */
  | 'wrong_network'
  /** A waiting round is not in the log any more. */
  | 'round_lost';

export class StateResolverError extends TonriverError<StateResolverErrorCode> {}
