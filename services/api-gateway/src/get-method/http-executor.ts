import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import {
  errorOfFailure,
  type GetMethodAnswer,
  GetMethodError,
  type GetMethodExecutor,
  getMethodAnswer,
  getMethodFailure,
} from '@tonriver/api-model';

export interface HttpExecutorOptions {
  /** Address of the executor, such as `http://get-method-executor:8080`. */
  readonly url: string;
  readonly connectionsMax: number;
  /** Calls that are sent or wait for a connection; more are refused. */
  readonly callsMax: number;
  readonly timeoutMs: number;
}

/** An executor in another process, and the connections to it. */
export interface HttpExecutor extends GetMethodExecutor {
  close(): void;
}

/** A result is bounded. With base64 and names it is not longer than this. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

class KeptConnectionLost extends Error {
  constructor(cause: Error) {
    super('A connection that was kept is lost', { cause });
  }
}

/** Creates a client that keeps its connections. A call that gets no answer fails with `unavailable`. */
export function createHttpExecutor({ url, connectionsMax, callsMax, timeoutMs }: HttpExecutorOptions): HttpExecutor {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax, scheduling: 'lifo' });
  const target = new URL('/v1/get-method', url);
  let inHand = 0;

  const send = async (
    body: string,
    signal: AbortSignal,
    through: Agent | false,
  ): Promise<{ status: number; text: string }> =>
    await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const sent = httpRequest(target, { method: 'POST', agent: through, signal, headers }, (response) => {
        readAnswer(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
      });
      sent.on('error', (error) => reject(sent.reusedSocket ? new KeptConnectionLost(error) : error));
      sent.end(body);
    });
  // The other side may close a kept connection just when it is used again. Get-methods change nothing, so the call is
  // sent once more, on a new connection, because other kept ones may be closed too.
  const sendSurely = async (body: string, signal: AbortSignal): ReturnType<typeof send> => {
    try {
      return await send(body, signal, agent);
    } catch (error) {
      if (!(error instanceof KeptConnectionLost) || signal.aborted) throw error;
      return await send(body, signal, false);
    }
  };

  return {
    async run(call, { signal: given } = {}) {
      if (inHand >= callsMax) {
        const fields = { retryAfterMs: 1000 };
        throw new GetMethodError('overloaded', 'too many get-methods wait', fields, { isRetryable: true });
      }
      inHand += 1;
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = given === undefined ? timeout : AbortSignal.any([timeout, given]);
      try {
        const { status, text } = await sendSurely(JSON.stringify(call), signal);
        return answerOf(status, text);
      } catch (error) {
        if (error instanceof GetMethodError) throw error;
        const retry = { cause: error, isRetryable: true };
        if (signal.aborted) throw new GetMethodError('timed_out', 'timeout', {}, retry);
        throw new GetMethodError('unavailable', 'the get-method executor is not available', {}, retry);
      } finally {
        inHand -= 1;
      }
    },
    close: () => agent.destroy(),
  };
}

async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) throw new GetMethodError('result_too_large', 'the result is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answerOf(status: number, text: string): GetMethodAnswer {
  const value: unknown = JSON.parse(text);
  if (status === 200) return getMethodAnswer.parse(value);
  throw errorOfFailure(getMethodFailure.parse(value));
}
