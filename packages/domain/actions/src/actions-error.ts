import { TonriverError } from '@tonriver/errors';

/**
 * - `inconsistent_trace`: the transactions are not one tree (a cycle, a message that two transactions sent or received)
 * - `incomplete_trace`: a receiver or a body is not there
 * - `too_much_work`: matching took more steps than any real trace takes
 * - `bad_body`: a body is not a bag of cells, or not what its message must contain
 * - `bad_interface`: data of an account is missing without which an action cannot be stored
 * - `contradiction`: matched blocks contradict each other
 */
export type ActionsErrorCode =
  | 'inconsistent_trace'
  | 'incomplete_trace'
  | 'too_much_work'
  | 'bad_body'
  | 'bad_interface'
  | 'contradiction';

/** Never retryable: the same trace and the same interfaces fail again. */
export class ActionsError extends TonriverError<ActionsErrorCode> {}
