import { type MessageTarget, MessageTargetError, type SentMessage } from '@tonriver/api-model';
import { GatewayError } from '../../gateway-error.ts';

/**
 * Sends a message.
 *
 * @param refusedStatus status when the chain does not take the message
 * @throws {GatewayError}
 */
export async function sendMessage(
  target: MessageTarget | undefined,
  boc: Uint8Array,
  refusedStatus: 400 | 500,
): Promise<SentMessage> {
  if (target === undefined) {
    const text = 'messages cannot be sent: the source of this network takes none';
    throw new GatewayError('not_implemented', text);
  }
  try {
    return await target.send(boc);
  } catch (error) {
    throw error instanceof MessageTargetError ? errorOf(error, refusedStatus) : error;
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
      return new GatewayError('overloaded', 'messages cannot be sent now', { retryAfterSeconds, cause: error });
  }
}
