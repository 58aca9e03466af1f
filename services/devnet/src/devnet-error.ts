import { TonriverError } from '@tonriver/errors';

/**
 * - `chain_differs`: the stored chain was begun with other options; the text names them.
 * - `copy_differs`: an export or a log is that of another chain.
 * - `copy_behind`: an export or a log needs rounds that are not on the disk any more.
 * - `bad_log`: a file is no log of a devnet, or a part of it is missing.
 * - `replay_differs`: a block came out different from the one of the log.
 * - `message_refused`: no block would take the message; the text is the virtual machine's.
 * - `overloaded`: too much waits; `fields.retryAfterMs` says when to try again. Retryable.
 * - `bad_request`: a value of a request is wrong; the text says which.
 * - `not_on_demand`: rounds are made by the clock.
 * - `thread_ended`: the thread of the chain has ended.
 */
export type DevnetErrorCode =
  | 'chain_differs'
  | 'copy_differs'
  | 'copy_behind'
  | 'bad_log'
  | 'replay_differs'
  | 'message_refused'
  | 'overloaded'
  | 'bad_request'
  | 'not_on_demand'
  | 'thread_ended';

export class DevnetError extends TonriverError<DevnetErrorCode> {}
