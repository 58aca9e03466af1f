import { type GetMethodAnswer, GetMethodError } from '@tonriver/api-model';
import type { WorkContext } from '../endpoint-definition.ts';
import { runHeaders } from '../run-headers.ts';
import type { CallErrors } from './call-errors.ts';
import type { ReadCall } from './read-call.ts';

/** The answer to a call, and headers with the block of the run. */
interface RunAnswer {
  readonly answer: GetMethodAnswer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs a call. @throws {GatewayError} with the dialect's text and status */
export async function runCall(context: WorkContext, { call }: ReadCall, errors: CallErrors): Promise<RunAnswer> {
  const { executor, watermark, getMethodTimeoutMs, signalFor } = context;
  if (executor === undefined) throw errors.noExecutor();
  try {
    const running = executor.run(call, { signal: signalFor(getMethodTimeoutMs) });
    const [answer] = await Promise.all([running, watermark.forRequest()]);
    return { answer, headers: runHeaders(context, answer.block.seqno) };
  } catch (error) {
    throw error instanceof GetMethodError ? errors.failure(error) : error;
  }
}
