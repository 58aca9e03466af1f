import { TonriverError } from '@tonriver/errors';

export type StandaloneErrorCode =
  /** Another process runs on the data directory. */
  | 'directory_held'
  /** The log or the cells in the data directory are damaged. */
  | 'directory_damaged'
  /** The data directory cannot be made, read or written. */
  | 'directory_unusable'
  /** The data directory holds another network, or another built chain. */
  | 'directory_of_another_network'
  /** The chain and its index were not removed, because nobody confirmed it. */
  | 'not_confirmed'
  /** The paths contain no block. */
  | 'no_blocks'
  /** A port is in use, or the address is not one of this machine. */
  | 'cannot_listen';

/** An error that the user of the command can correct. Its text says how. */
export class StandaloneError extends TonriverError<StandaloneErrorCode> {}
