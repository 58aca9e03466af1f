import { type MessageFollower, type MessageTarget, MessageTargetError, type SentMessage } from '@tonriver/api-model';
import { GatewayError } from '../../gateway-error.ts';

/** Where messages go, and who follows them; absent: nobody does. */
export interface MessageWays {
  readonly messages: MessageTarget | undefined;
  readonly follower: MessageFollower | undefined;
  /** Returns a signal that aborts when the caller leaves, or after a time. */
  readonly signalFor: (timeoutMs: number) => AbortSignal;
}

/** Longer than a message waits to be sent. */
const SENDING_MS_MAX = 60_000;

/**
 * Sends a message. Only a message that was taken is followed, and only one that is followed is answered for.
 *
 * @param refusedStatus status when the chain does not take the message
 * @throws {GatewayError}
 */
export async function sendMessage(
  { messages: target, follower, signalFor }: MessageWays,
  boc: Uint8Array,
  refusedStatus: 400 | 500,
): Promise<SentMessage> {
  if (target === undefined) {
    const text = 'messages cannot be sent: the source of this network takes none';
    throw new GatewayError('not_implemented', text);
  }
  try {
    const sent = await target.send(boc, { signal: signalFor(SENDING_MS_MAX) });
    await follower?.follow(boc, sent.afterSeqno);
    return sent;
  } catch (error) {
    throw error instanceof MessageTargetError ? errorOf(error, refusedStatus) : error;
  }
}

/**
 * Follows a message that was sent elsewhere.
 *
 * @throws {GatewayError}
 */
export async function followMessage(follower: MessageFollower | undefined, boc: Uint8Array): Promise<SentMessage> {
  if (follower === undefined) {
    throw new GatewayError('not_implemented', 'messages are not followed here: no message-emulator is configured');
  }
  try {
    return await follower.follow(boc);
  } catch (error) {
    throw error instanceof MessageTargetError ? errorOf(error, 400) : error;
  }
}

function errorOf(error: MessageTargetError, refusedStatus: number): GatewayError {
  const { code, message, fields, cause } = error;
  const { retryAfterMs } = fields;
  const retryAfterSeconds = typeof retryAfterMs === 'number' ? Math.max(1, Math.ceil(retryAfterMs / 1_000)) : 1;
  switch (code) {
    case 'refused':
      return new GatewayError('message_refused', message, { status: refusedStatus });
    case 'overloaded':
      return new GatewayError('overloaded', message, { retryAfterSeconds });
    case 'timed_out':
      return new GatewayError('timed_out', message, { cause });
    case 'unavailable':
      // What exactly is wrong is for the log.
      return new GatewayError('overloaded', 'it is not known whether the message was taken: it may be sent again', {
        retryAfterSeconds,
        cause: error,
      });
  }
}
