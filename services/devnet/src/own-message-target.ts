import { type MessageTarget, MessageTargetError } from '@tonriver/api-model';
import { errorMessage, TonriverError } from '@tonriver/errors';
import { refusalOf, version2Texts } from './http/send-routes.ts';
import type { ChainThread } from './thread/start-chain-thread.ts';

/** The chain tries a message in the virtual machine, where others may wait before it. */
const TIMEOUT_MS = 10_000;

/**
 * Takes messages for the chain of this process as its port does, without HTTP between them: that costs more processor
 * time than the rest of taking a message.
 */
export function createOwnMessageTarget(chain: Pick<ChainThread, 'send'>, timeoutMs = TIMEOUT_MS): MessageTarget {
  return {
    async send(boc) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        const text = 'the devnet did not answer in time: the message may have been accepted';
        timer = setTimeout(() => reject(new MessageTargetError('timed_out', text)), timeoutMs);
      });
      try {
        const accepted = await Promise.race([chain.send(boc), late]);
        const [hash, normalisedHash] = [accepted.hash, accepted.normalisedHash].map(
          (hex) => new Uint8Array(Buffer.from(hex, 'hex')),
        );
        const { afterSeqno } = accepted;
        return { hash: hash!, normalisedHash: normalisedHash!, ...(afterSeqno !== undefined && { afterSeqno }) };
      } catch (error) {
        throw targetErrorOf(error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function targetErrorOf(error: unknown): unknown {
  if (error instanceof MessageTargetError || !(error instanceof TonriverError)) return error;
  const refusal = refusalOf(error, version2Texts);
  if (refusal === undefined) {
    const text = `the devnet is not available: ${errorMessage(error)}`;
    return new MessageTargetError('unavailable', text, {}, { cause: error, isRetryable: true });
  }
  const { status, text, headers } = refusal;
  if (status !== 503) return new MessageTargetError('refused', text, {}, { cause: error });
  const retryAfterMs = Number(headers['retry-after']) * 1_000;
  return new MessageTargetError('overloaded', text, { retryAfterMs }, { cause: error, isRetryable: true });
}
