import { type GetMethodAnswer, GetMethodError, type GetMethodExecutor } from '@tonriver/api-model';
import type { Response } from 'express';
import type { Watermark } from '../../reading/watermark.ts';
import type { CallWords } from './call-words.ts';
import type { ReadCall } from './read-call.ts';

export interface GetMethodRouteDependencies {
  /** Absent: the deployment runs no get-methods. */
  readonly executor: GetMethodExecutor | undefined;
  readonly watermark: Watermark;
  readonly getMethodTimeoutMs: number;
}

/** Runs a call for a request and says in headers at which block. @throws {GatewayError} in the words of the dialect */
export async function runCall(
  { executor, watermark, getMethodTimeoutMs }: GetMethodRouteDependencies,
  response: Response,
  { call }: ReadCall,
  words: CallWords,
): Promise<GetMethodAnswer> {
  if (executor === undefined) throw words.noExecutor();
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  response.once('close', onClose);
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(getMethodTimeoutMs)]);
  try {
    const answer = await executor.run(call, { signal });
    const indexed = watermark.current()?.range?.lastSeqno;
    // The executor may have seen a newer round than this process.
    if (indexed !== undefined) response.set('X-Indexed-Seqno', String(Math.max(indexed, answer.block.seqno)));
    response.set('X-Run-Seqno', String(answer.block.seqno));
    response.set('Cache-Control', 'no-store');
    return answer;
  } catch (error) {
    throw error instanceof GetMethodError ? words.failure(error) : error;
  } finally {
    response.off('close', onClose);
  }
}
