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
  /** The paths hold no block at all. */
  | 'no_blocks'
  /** A port is taken, or the address cannot be listened on. */
  | 'cannot_listen';

/** What whoever typed the command can mend; the text says how. */
export class StandaloneError extends TonriverError<StandaloneErrorCode> {}
