import { type GetMethodAnswer, GetMethodError } from '@tonriver/api-model';
import type { WorkContext } from '../endpoint-definition.ts';
import type { CallErrors } from './call-errors.ts';
import type { ReadCall } from './read-call.ts';

/** The answer to a call, and headers with the block of the run. */
interface RunAnswer {
  readonly answer: GetMethodAnswer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs a call. @throws {GatewayError} with the dialect's text and status */
export async function runCall(
  { executor, watermark, getMethodTimeoutMs, signalFor }: WorkContext,
  { call }: ReadCall,
  errors: CallErrors,
): Promise<RunAnswer> {
  if (executor === undefined) throw errors.noExecutor();
  try {
    const running = executor.run(call, { signal: signalFor(getMethodTimeoutMs) });
    const [answer] = await Promise.all([running, watermark.forRequest()]);
    const indexed = watermark.current()?.range?.lastSeqno;
    const headers = {
      // The executor may know a newer round than this process.
      ...(indexed === undefined ? {} : { 'X-Indexed-Seqno': String(Math.max(indexed, answer.block.seqno)) }),
      'X-Run-Seqno': String(answer.block.seqno),
      'Cache-Control': 'no-store',
    };
    return { answer, headers };
  } catch (error) {
    throw error instanceof GetMethodError ? errors.failure(error) : error;
  }
}
