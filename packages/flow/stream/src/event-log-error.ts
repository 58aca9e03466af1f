import { TonriverError } from '@tonriver/errors';

export type EventLogErrorCode =
  /** A topic's specification or a consumer's options are invalid. */
  | 'specification_invalid'
  | 'topic_unknown'
  /** The topic exists with other properties than specified. */
  | 'topic_mismatch'
  | 'partition_unknown'
  | 'record_too_large'
  /** A commit of an offset that was not delivered. */
  | 'offset_invalid'
  /** The partition of the batch was given to another consumer. */
  | 'partition_revoked'
  /** `run` was called twice, or after `close`. */
  | 'consumer_used'
  | 'closed'
  /** Another process has the directory of the embedded log. */
  | 'directory_held'
  /** The embedded log could not be written and has to be opened again. */
  | 'store_failed'
  /** The embedded log is damaged. */
  | 'store_corrupt'
  /** No answer from the brokers for longer than the configured time. */
  | 'broker_unavailable'
  /** The brokers answered with an error that no repetition cures. */
  | 'broker_refused';

export class EventLogError extends TonriverError<EventLogErrorCode> {}
