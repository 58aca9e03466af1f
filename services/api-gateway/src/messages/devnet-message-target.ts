import { type MessageTarget, MessageTargetError, type SentMessage } from '@tonriver/api-model';
import { errorMessage } from '@tonriver/errors';
import { z } from 'zod';

export interface DevnetMessageTargetOptions {
  /** Address of the devnet's port, such as `http://devnet:8080`. */
  readonly url: string;
  readonly timeoutMs: number;
  /** Messages that are sent at one time; more are refused. */
  readonly messagesMax: number;
}

const hashText = z.base64().length(44);
const acceptedAnswer = z.object({ ok: z.literal(true), result: z.object({ hash: hashText, hash_norm: hashText }) });
const refusedAnswer = z.object({ ok: z.literal(false), error: z.string() });
/** An answer has two hashes, or the text of an error with the log of the virtual machine. */
const ANSWER_BYTES_MAX = 256 * 1024;

/** Sends messages to a devnet over HTTP. A message that was sent is not sent again: the caller decides. */
export function createDevnetMessageTarget(options: DevnetMessageTargetOptions): MessageTarget {
  const { timeoutMs, messagesMax } = options;
  const url = new URL('/api/v2/sendBocReturnHash', options.url);
  let inHand = 0;
  return {
    async send(boc) {
      if (inHand >= messagesMax) throw overloaded('too many messages are being sent', undefined);
      inHand += 1;
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const body = JSON.stringify({ boc: Buffer.from(boc).toString('base64') });
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(url, { method: 'POST', body, headers, signal });
        return sentOf(response, await readText(response));
      } catch (error) {
        if (error instanceof MessageTargetError) throw error;
        if (signal.aborted) {
          const text = 'the devnet did not answer in time: the message may have been accepted';
          throw new MessageTargetError('timed_out', text, {}, { cause: error });
        }
        throw unavailable(`the devnet is not available: ${errorMessage(error)}`, error);
      } finally {
        inHand -= 1;
      }
    },
  };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) throw unavailable('the devnet answers with too many bytes', undefined);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sentOf(response: Response, text: string): SentMessage {
  const { status } = response;
  const answer = jsonOf(text);
  const accepted = status === 200 ? acceptedAnswer.safeParse(answer) : undefined;
  if (accepted?.success === true) {
    const { hash, hash_norm: normalised } = accepted.data.result;
    const afterSeqno = seqnoOf(response.headers.get('after-seqno'));
    return {
      hash: bytesOf(hash),
      normalisedHash: bytesOf(normalised),
      ...(afterSeqno !== undefined && { afterSeqno }),
    };
  }
  const refused = refusedAnswer.safeParse(answer);
  if (refused.success && status === 503) throw overloaded(refused.data.error, response.headers.get('retry-after'));
  if (refused.success && (status === 500 || status === 422))
    throw new MessageTargetError('refused', refused.data.error);
  throw unavailable(`the devnet answers with status ${status} and something unknown`, undefined);
}

function seqnoOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function overloaded(text: string, retryAfter: string | null | undefined): MessageTargetError {
  const seconds = /^\d{1,4}$/.test(retryAfter ?? '') ? Number(retryAfter) : 1;
  return new MessageTargetError('overloaded', text, { retryAfterMs: seconds * 1_000 }, { isRetryable: true });
}

function unavailable(text: string, cause: unknown): MessageTargetError {
  return new MessageTargetError('unavailable', text, {}, { cause, isRetryable: true });
}
