import { TonriverError } from '@tonriver/errors';

type GatewayThreadErrorCode =
  /** The thread of the API has ended, which it never does by itself. */
  | 'thread_ended'
  /** The main thread has not answered in time. */
  | 'no_answer';

export class GatewayThreadError extends TonriverError<GatewayThreadErrorCode> {}
