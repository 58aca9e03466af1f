import { type GetMethodAnswer, GetMethodError, type GetMethodExecutor } from '@tonriver/api-model';
import type { BodyReader } from '@tonriver/http-server';
import type { Response } from 'express';
import type { Watermark } from '../../reading/watermark.ts';
import { callerSignal } from '../caller-signal.ts';
import type { CallWords } from './call-words.ts';
import type { ReadCall } from './read-call.ts';

export interface GetMethodRouteDependencies {
  /** Absent: the deployment runs no get-methods. */
  readonly executor: GetMethodExecutor | undefined;
  readonly readBody: BodyReader;
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
  try {
    const answer = await executor.run(call, { signal: callerSignal(response, getMethodTimeoutMs) });
    const indexed = watermark.current()?.range?.lastSeqno;
    // The executor may have seen a newer round than this process.
    if (indexed !== undefined) response.set('X-Indexed-Seqno', String(Math.max(indexed, answer.block.seqno)));
    response.set('X-Run-Seqno', String(answer.block.seqno));
    response.set('Cache-Control', 'no-store');
    return answer;
  } catch (error) {
    throw error instanceof GetMethodError ? words.failure(error) : error;
  }
}
