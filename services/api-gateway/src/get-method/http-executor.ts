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
  /** Calls that have been sent or wait for a connection; one more is refused. */
  readonly callsMax: number;
  readonly timeoutMs: number;
}

/** The executor behind HTTP, and the connections to it. */
export interface HttpExecutor extends GetMethodExecutor {
  close(): void;
}

/** A result has its bounds; this is what base64 and names may make of it. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

class KeptConnectionLost extends Error {
  constructor(cause: Error) {
    super('A connection that was kept is lost', { cause });
  }
}

/** A client over connections that are kept. What keeps a call from being answered is `unavailable`. */
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
  // A connection that was kept may be closed by the other side in the moment in which it is used again. Get-methods
  // change nothing: the same call may be sent once more, on a new connection: others that were kept may be closed too.
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
