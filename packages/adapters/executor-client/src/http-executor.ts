import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import {
  emulatedTraceAnswer,
  errorOfFailure,
  feeEstimate,
  GetMethodError,
  type GetMethodExecutor,
  getMethodAnswer,
  getMethodFailure,
} from '@tonriver/api-model';
import type { z } from 'zod';

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
  const [getMethods, feeEstimates] = [new URL('/v1/get-method', url), new URL('/v1/fee-estimate', url)];
  const emulatedTraces = new URL('/v1/emulated-trace', url);
  const continuedTraces = new URL('/v1/continued-trace', url);
  let inHand = 0;

  const send = async (
    target: URL,
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
  // The other side may close a kept connection just when it is used again. Calls change nothing, so the call is sent
  // once more, on a new connection, because other kept ones may be closed too.
  const sendSurely = async (target: URL, body: string, signal: AbortSignal): ReturnType<typeof send> => {
    try {
      return await send(target, body, signal, agent);
    } catch (error) {
      if (!(error instanceof KeptConnectionLost) || signal.aborted) throw error;
      return await send(target, body, signal, false);
    }
  };
  const ask = async <Schema extends z.ZodType>(
    target: URL,
    call: unknown,
    schema: Schema,
    given: AbortSignal | undefined,
  ): Promise<z.output<Schema>> => {
    if (inHand >= callsMax) {
      const fields = { retryAfterMs: 1000 };
      throw new GetMethodError('overloaded', 'too many get-methods wait', fields, { isRetryable: true });
    }
    inHand += 1;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = given === undefined ? timeout : AbortSignal.any([timeout, given]);
    try {
      const { status, text } = await sendSurely(target, JSON.stringify(call), signal);
      return answerOf(status, text, schema);
    } catch (error) {
      if (error instanceof GetMethodError) throw error;
      const retry = { cause: error, isRetryable: true };
      if (signal.aborted) throw new GetMethodError('timed_out', 'timeout', {}, retry);
      throw new GetMethodError('unavailable', 'the get-method executor is not available', {}, retry);
    } finally {
      inHand -= 1;
    }
  };

  return {
    run: async (call, { signal } = {}) => await ask(getMethods, call, getMethodAnswer, signal),
    estimateFee: async (call, { signal } = {}) => await ask(feeEstimates, call, feeEstimate, signal),
    emulateTrace: async (call, { signal } = {}) => await ask(emulatedTraces, call, emulatedTraceAnswer, signal),
    continueTrace: async (call, { signal } = {}) => await ask(continuedTraces, call, emulatedTraceAnswer, signal),
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

function answerOf<Schema extends z.ZodType>(status: number, text: string, schema: Schema): z.output<Schema> {
  const value: unknown = JSON.parse(text);
  if (status === 200) return schema.parse(value);
  throw errorOfFailure(getMethodFailure.parse(value));
}
