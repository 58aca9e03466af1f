import { TonriverError } from '@tonriver/errors';

export type EventLogErrorCode =
  /** A topic's specification or a consumer's options cannot be. */
  | 'specification_invalid'
  | 'topic_unknown'
  /** The topic exists with other properties than specified. */
  | 'topic_mismatch'
  | 'partition_unknown'
  | 'record_too_large'
  /** A commit beyond what was delivered. */
  | 'offset_invalid'
  /** The batch belongs to somebody else by now. */
  | 'partition_revoked'
  /** A consumer runs once. */
  | 'consumer_used'
  | 'closed'
  /** Another process has the directory of the embedded log. */
  | 'directory_held'
  /** The embedded store could not write; the log must be opened anew. */
  | 'store_failed'
  /** The embedded store holds something that this code did not write. */
  | 'store_corrupt'
  /** No answer from the brokers for longer than the configured time. */
  | 'broker_unavailable'
  /** The brokers answered with an error that repeating does not cure. */
  | 'broker_refused';

export class EventLogError extends TonriverError<EventLogErrorCode> {}
