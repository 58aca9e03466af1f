import { TonriverError } from '@tonriver/errors';

export type StateResolverErrorCode =
  /** A file given as an initial state cannot be read, or does not hold one. */
  | 'initial_state_invalid'
  /** Neither the network, nor the masterchain's zero state, nor a block names the state. */
  | 'initial_state_unnamed'
  /** The state's block was processed before the state was given. */
  | 'initial_state_late'
  /** The store was made for another network. */
  | 'wrong_network'
  /** The log does not have a waiting round any more. */
  | 'round_lost';

export class StateResolverError extends TonriverError<StateResolverErrorCode> {}
